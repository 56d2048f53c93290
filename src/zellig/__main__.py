"""`python -m zellig` is the `zellig` command."""

from zellig.cli import main

if __name__ == "__main__":
    main()
