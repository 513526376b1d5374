"""Every printed figure of the approvals, recomputed and judged."""

from pitboss.lab.verify.claim import Claim, claims_of
from pitboss.lab.verify.explanations import Explanation, shipped_explanations
from pitboss.lab.verify.judging import Verdict, VerdictKind, judge

__all__ = ["Claim", "Explanation", "Verdict", "VerdictKind", "claims_of", "judge", "shipped_explanations"]
