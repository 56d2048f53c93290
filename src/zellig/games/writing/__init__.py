"""Writing: people write while systems answer them live and show why; editors make packets of questions."""
