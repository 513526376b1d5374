"""Recomputes every printed figure of the approvals, and judges whether it is right."""

from pitboss.lab.verify.claim import Claim, Explanation, claims_of, shipped_explanations
from pitboss.lab.verify.judging import Verdict, VerdictKind, judge

__all__ = ["Claim", "Explanation", "Verdict", "VerdictKind", "claims_of", "judge", "shipped_explanations"]
