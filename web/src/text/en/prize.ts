// What a hand whose button is lit would win.
export const prize = {
  ofMeter: (pay: string) => `${pay} as it stands now. What the meter shows when the win is booked is what is paid.`,
  frozen: (pay: string) => `${pay}, frozen when the button was lit.`,
  fixed: (pay: string) => `${pay}, a fixed prize.`,
  needs: {
    dealer: "The dealer pays it from the tray.",
    supervisor: "A supervisor books it.",
    executive: "An executive books it.",
  } as Record<string, string>,
  surveillance: "Surveillance looks first.",
};
