"""The one pipeline that checks pairs: their form, the policy, their validity; one pair or a million."""
