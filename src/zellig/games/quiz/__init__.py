"""Quiz: a question is read out, a guesser answers its beginnings, a buzzer says when that is enough."""
