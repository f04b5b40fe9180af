/** Integer arithmetic on minor units. Halves are rounded away from zero, so that a credit mirrors its charge exactly. */
function divideRounded(numerator: bigint, denominator: bigint): number {
  const isNegative = numerator < 0n;
  const magnitude = isNegative ? -numerator : numerator;
  const quotient = Number((2n * magnitude + denominator) / (2n * denominator));
  return isNegative && quotient !== 0 ? -quotient : quotient;
}

/** `amount` for a part of a period: exact to the millisecond, then rounded once. */
export function prorate(amount: number, partMs: number, wholeMs: number): number {
  return divideRounded(BigInt(amount) * BigInt(partMs), BigInt(wholeMs));
}

/** The tax on a net amount, at a rate in whole per mille. */
export function taxOn(amount: number, perMille: number): number {
  return divideRounded(BigInt(amount) * BigInt(perMille), 1000n);
}

/** The part of a period as Paddle words it, a decimal fraction of at most five digits. */
export function rateText(partMs: number, wholeMs: number): string {
  return String(divideRounded(BigInt(partMs) * 100_000n, BigInt(wholeMs)) / 100_000);
}

/** The API's strings of minor units, of whole numbers alone. */
export function minor(amount: number): string {
  if (!Number.isSafeInteger(amount)) throw new Error(`${amount} is not an amount of minor units`);
  return String(amount);
}
