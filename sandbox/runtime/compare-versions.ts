/** Negative if `one` is the older release; text that is not a release, such as `unknown`, comes first. */
export function compareVersions(one: string, other: string): number {
  const parts = (name: string) => (/^\d+\.\d+\.\d+$/.test(name) ? name.split('.').map(Number) : [-1]);
  const [a, b] = [parts(one), parts(other)];
  for (let index = 0; index < 3; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
