// Money is whole cents until it is shown.

const exact = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const whole = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });

/** `$5`, `$7.50`, `-$1,250`. */
export function dollars(cents: number): string {
  return (cents % 100 ? exact : whole).format(cents / 100);
}

/** Always with its cents, as a meter shows it: `$1,000.14`. */
export function dollarsAndCents(cents: number): string {
  return exact.format(cents / 100);
}

/** Thousandths of a cent, exactly: `$0.14`, `$12.34567`. */
export function dollarsOfMillicents(millicents: number): string {
  const left = Math.abs(millicents) % 1000;
  const cents = Math.trunc(millicents / 1000);
  const sign = millicents < 0 && !cents ? "-" : "";
  return sign + exact.format(cents / 100) + (left ? String(left).padStart(3, "0").replace(/0+$/, "") : "");
}

/** The chips for an amount, the largest first: 18600 is 100, 25 x 3, 5 x 2, 1. */
export function chipsFor(cents: number): number[] {
  const chips: number[] = [];
  let left = cents;
  for (const chip of CHIPS_CENTS.toReversed())
    while (left >= chip) {
      chips.push(chip);
      left -= chip;
    }
  return chips;
}

/** The chips in use. */
export const CHIPS_CENTS = [100, 500, 2500, 10_000, 50_000, 100_000];
