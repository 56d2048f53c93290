"""The front door: one function and one result for each job; objects or names in, records and reports out.

The command line and Python programs call the same functions.
"""
