"""Quiz: a question is read out, a guesser answers every beginning of it, a buzzer says when that is enough."""
