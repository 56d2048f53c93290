"""The learning breaker: Q-learning finds which words to change, and a comparison that changes any words."""
