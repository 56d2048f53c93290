"""The check of written quiz questions: one draft while it is being written, or a whole file."""
