import { countText } from '#app/i18n/count-text.ts';
/** @param share 0 to 1. @returns whole percent; a share that is not zero is never 0. */
export function roundPercentText(share: number): string {
  if (share > 0 && share < 0.01) return '< 1';
  return String(Math.round(share * 100));
}

/** @returns a change with its sign; a dash for an unknown one. */
export function changeText(change: number | null): string {
  if (change === null) return '–';
  const size = countText(Math.abs(change));
  if (change === 0) return '0';
  return change > 0 ? `+${size}` : `−${size}`;
}
