/**
 * Runs a function and measures this process's CPU time, which the load of other programs does not change.
 * @returns milliseconds.
 */
export function cpuTimeOf(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
