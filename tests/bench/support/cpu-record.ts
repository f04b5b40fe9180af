import { findWorkerd, schedulingOf } from './process-cpu.ts';

const EVERY_MS = 500;

/** Records the CPU time of the workerd behind a port, even while it is killed and restarted. */
export function recordCpu(port: number): { read(): { ranMs: number; waitedMs: number }; stop(): void } {
  const total = { ranMs: 0, waitedMs: 0 };
  let last: { pid: number; ranMs: number; waitedMs: number } | undefined;
  const look = () => {
    try {
      const pid = last?.pid ?? findWorkerd(port);
      const now = schedulingOf(pid);
      // The time before the first sample does not count.
      total.ranMs += last ? now.ranMs - last.ranMs : 0;
      total.waitedMs += last ? now.waitedMs - last.waitedMs : 0;
      last = { pid, ...now };
    } catch {
      // Killed; the next sample finds its successor.
      last = undefined;
    }
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  return {
    read() {
      look();
      return { ...total };
    },
    stop: () => clearInterval(timer),
  };
}
