/** @returns a share in percent with at most two decimals, rounded down: only all of it reads 100. */
export function floorPercentText(share: number): string {
  return String(Math.floor(share * 10_000) / 100);
}
