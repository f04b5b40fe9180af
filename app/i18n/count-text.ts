/**
 * Created once: `toLocaleString` creates one per call in workerd. Created on first use: it loads ICU's data, a tenth of the
 * Worker's start.
 */
let formatter: Intl.NumberFormat | undefined;

/** @returns a number as people read it, such as `1,204`. */
export function countText(count: number): string {
  formatter ??= new Intl.NumberFormat('en');
  return formatter.format(count);
}
