"""What is live: systems that answer while somebody writes, and strokes that are kept as they come."""
