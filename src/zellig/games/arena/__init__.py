"""The arena (Smith 2012): a curator picks real text, a breaker corrupts it, a chooser names the fake."""
