import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';

export interface GroupRun {
  /** Whether the command ended by itself, in time, with status 0. */
  isClean: boolean;
  /** The output of both streams, in order. */
  output: string;
}

const ENDS_AFTER_SIGTERM_MS = 5_000;

/** Ends the running groups: a terminated command must not leave tests and servers behind. */
const ends = new Set<() => Promise<void>>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.once(signal, () => {
    void Promise.all([...ends].map((end) => end())).then(() => process.exit(1));
  });
}

/**
 * Runs a command and its children for at most `deadlineMs`; all have ended when this resolves.
 * @param priority for `os.setPriority`; by default the caller's priority.
 * @param variables added to the environment.
 */
export async function runGroup(
  command: string,
  args: string[],
  deadlineMs: number,
  priority?: number,
  variables: Readonly<Record<string, string>> = {},
): Promise<GroupRun> {
  const env = { ...process.env, ...variables };
  const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env });
  const { pid } = child;
  if (pid !== undefined && priority !== undefined) setPriority(pid, priority);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const status = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
    child.once('error', (error) => {
      output += `${command} could not be started: ${error.message}\n`;
      resolve(null);
    });
  });
  const end = async () => {
    signalGroup(pid, 'SIGTERM');
    const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), ENDS_AFTER_SIGTERM_MS);
    await status;
    clearTimeout(timer);
    signalGroup(pid, 'SIGKILL');
  };
  ends.add(end);
  const deadline = setTimeout(() => {
    output += `\n${command} was ended after ${deadlineMs / 1_000} s.\n`;
    void end();
  }, deadlineMs);
  const isClean = (await status) === 0;
  clearTimeout(deadline);
  signalGroup(pid, 'SIGKILL');
  ends.delete(end);
  return { isClean, output };
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended already.
  }
}
