export const ask = {
  optional: "(may be left empty)",
  isMissing: "Something must stand here.",
  isDifferent: "The two are not the same.",
  notDollars: "Write dollars, such as 250 or 1,250.50.",
  notNumber: "Write a whole number.",
  tickAll: "All of them, or it does not count.",
  earlier: (what: string) => `Earlier: ${what}`,
  later: (what: string) => `Later: ${what}`,
  isFirst: "It is the first already.",
  isLast: "It is the last already.",
};
