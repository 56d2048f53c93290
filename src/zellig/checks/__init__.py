"""The one pipeline that checks pairs: their form, the policy, their validity; one pair or a million."""

from zellig.checks.findings import CODES, CheckReport, Finding, Row
from zellig.checks.pipeline import check
from zellig.checks.policy import Policy, default_policy, read_policy

__all__ = ["CODES", "CheckReport", "Finding", "Policy", "Row", "check", "default_policy", "read_policy"]
