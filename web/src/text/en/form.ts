export const form = {
  optional: "(optional)",
  isMissing: "Fill this in.",
  isDifferent: "The two are not the same.",
  notDollars: "Write dollars, such as 250 or 1,250.50.",
  notNumber: "Write a whole number.",
  tickAll: "Check all of them.",
  earlier: (what: string) => `Earlier: ${what}`,
  later: (what: string) => `Later: ${what}`,
  isFirst: "It is already the first.",
  isLast: "It is already the last.",
};
