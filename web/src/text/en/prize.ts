// The amount that a hand with a lit button would win.
export const prize = {
  ofMeter: (pay: string) => `${pay} as of now. The win is paid by the meter at the time it is booked.`,
  frozen: (pay: string) => `${pay}, frozen when the button was lit.`,
  fixed: (pay: string) => `${pay}, a fixed prize.`,
  needs: {
    dealer: "The dealer pays it from the tray.",
    supervisor: "A supervisor books it.",
    executive: "An executive books it.",
  } as Record<string, string>,
  surveillance: "Surveillance checks first.",
};
