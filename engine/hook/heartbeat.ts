import { closeSync, openSync, statSync, utimesSync } from 'node:fs';

/**
 * When the process was last alive, as the modification time of a file, which even a full disk takes.
 *
 * @param path of the file; created if it is missing.
 * @param ports.report gets each error of a change of the file; the process continues.
 * @throws for an unwritable folder.
 */
export function openHeartbeat(
  path: string,
  { clock, report }: { clock: { now(): number }; report(error: unknown): void },
) {
  const previous = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
  if (previous === null) closeSync(openSync(path, 'a'));
  return {
    /** The last beat of the processes before this one, UTC ms; null without one. */
    previous,
    beat() {
      const seconds = clock.now() / 1_000;
      try {
        utimesSync(path, seconds, seconds);
      } catch (error) {
        report(error);
      }
    },
  };
}

export type Heartbeat = ReturnType<typeof openHeartbeat>;
