// Tagging: the first box has the focus, so that the keyboard is enough.
document.querySelector("#tags input")?.focus();
