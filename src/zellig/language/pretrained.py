"""Models in the folder format of transformers: loaded from disk alone, without a word on the screen."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from safetensors import SafetensorError

from zellig.errors import ZelligError


def load_pretrained(kind: str, folder: Path, **options: Any) -> Any:
    """What `transformers.<kind>` makes of a folder; nothing is downloaded, no code of it is run."""
    transformers: Any = import_module("transformers")
    transformers.utils.logging.disable_progress_bar()
    transformers.utils.logging.set_verbosity_error()
    if kind.startswith("AutoModel") and "gguf_file" not in options:
        options |= {"use_safetensors": True}  # the other formats are pickles
    try:
        return getattr(transformers, kind).from_pretrained(
            folder, local_files_only=True, trust_remote_code=False, **options
        )
    except (OSError, ValueError, KeyError, RuntimeError, TypeError, SafetensorError) as error:
        raise ZelligError(
            f"transformers cannot load it ({_first_line(error)})",
            path=folder,
            remedy="Give a folder with config.json, tokenizer.json and model.safetensors.",
        ) from None


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
