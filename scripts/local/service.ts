import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const STOP_PATIENCE_MS = 4_000;
const READY_PATIENCE_MS = 60_000;
const READY_ASK_EVERY_MS = 100;
const LOG_TAIL_LINES = 40;

export interface ServiceSettings {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** A URL that the service answers once it is ready. */
  healthUrl: string;
  /** A part of its answer, which no other program on the port gives. */
  healthAnswer: string;
  /** @returns the part of a line to show; null to hide it. */
  show?: (line: string) => string | null;
}

export interface Service {
  readonly pid: number;
  /** Resolves when the service ends without `stop` or `kill`. */
  readonly died: Promise<void>;
  /** Ends the service and its children, by SIGTERM first. */
  stop(): Promise<void>;
  /** Ends the service and its children immediately, like a power cut. */
  kill(): Promise<void>;
}

// The service runs in its own process group, beside a watcher that holds the end of a pipe. When this process dies, the
// pipe closes and the watcher ends the group.
const WATCHED = `
"$@" 3<&- & pid=$!
(cat <&3 >/dev/null 2>&1; kill -9 -$$) &
trap : TERM INT HUP
while kill -0 $pid 2>/dev/null; do wait $pid; done
kill -9 -$$
`;

/** The services that this process has started and that have not ended. */
const running = new Set<Service>();

/** Ends all services that this process has started. */
export async function stopServices(): Promise<void> {
  await Promise.all([...running].map((service) => service.stop()));
}

/** Starts a service and waits for its answer. @throws Error with the end of its output if no answer comes. */
export async function startService(settings: ServiceSettings): Promise<Service> {
  const child = spawn('sh', ['-c', WATCHED, 'sh', settings.command, ...settings.args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...settings.env },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${settings.name} could not be started.`);
  const tail = followOutput(child, settings);
  let isWanted = true;
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const died = new Promise<void>((resolve) => {
    void exit.then(() => {
      running.delete(service);
      if (isWanted) resolve();
    });
  });
  const end = async (signal: NodeJS.Signals) => {
    isWanted = false;
    signalGroup(pid, signal);
    const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), STOP_PATIENCE_MS);
    await exit;
    clearTimeout(timer);
  };

  const service: Service = { pid, died, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
  running.add(service);
  try {
    await untilHealthy(settings, child, tail);
    return service;
  } catch (error) {
    await service.kill();
    throw error;
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended already.
  }
}

function followOutput(child: ChildProcess, { show }: ServiceSettings): string[] {
  const tail: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      tail.push(line);
      if (tail.length > LOG_TAIL_LINES) tail.shift();
      const shown = show?.(line);
      if (shown) console.info(shown);
    });
  }
  return tail;
}

async function untilHealthy(settings: ServiceSettings, child: ChildProcess, tail: string[]): Promise<void> {
  const giveUpAt = performance.now() + READY_PATIENCE_MS;
  while (child.exitCode === null && child.signalCode === null && performance.now() < giveUpAt) {
    const isHealthy = await fetch(settings.healthUrl, {
      redirect: 'manual',
      signal: AbortSignal.timeout(2_000),
    })
      .then(
        async (response) => response.status < 500 && (await response.text()).includes(settings.healthAnswer),
      )
      .catch(() => false);
    if (isHealthy) return;
    await new Promise((resolve) => setTimeout(resolve, READY_ASK_EVERY_MS));
  }
  throw new Error(`${settings.name} did not start. The end of its output:\n${tail.join('\n')}`);
}
