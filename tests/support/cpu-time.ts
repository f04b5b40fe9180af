/**
 * Runs something and measures the processor time of this process meanwhile, which another program's load does not change.
 * @returns milliseconds.
 */
export function cpuTimeOf(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
