import { type Environment, environmentFor, freePort } from './environment.ts';
import { eventually } from './eventually.ts';

interface StartOptions {
  /** Added to the environment of every process of the contract (`environmentFor`), or replacing parts of it. */
  env: Environment;
  /** What outlives a restart; the caller removes it. */
  dataFolder: string;
  portalUrl: string;
}

/** A workspace's process under test. */
export interface WorkspaceProcess {
  /** Without a slash at its end; another one after each restart. */
  readonly baseUrl: string;
  readonly env: Environment;
  readonly dataFolder: string;
  /** Of its main process; another one after each restart. */
  readonly pid: number;
  /** Ends the process if it runs, and starts it on the same data. Resolves once it is ready. */
  restart(env?: Environment): Promise<void>;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  /** Ends it as Kubernetes does, with SIGTERM. */
  stop(): Promise<void>;
}

/**
 * Starts a workspace's process. Resolves once its readiness probe is answered.
 * @throws ProcessExited when it ends before.
 */
export type StartEngine = (options: StartOptions) => Promise<WorkspaceProcess>;

/** The process ended before it was ready. */
export class ProcessExited extends Error {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  /** What it wrote, on both streams. */
  readonly output: string;

  constructor(exitCode: number | null, output: string) {
    super(`the process ended with ${exitCode}:\n${output.slice(-4_000)}`);
    this.exitCode = exitCode;
    this.output = output;
  }
}

/** One running instance of a program. */
export interface RunningProgram {
  pid: number;
  /** Resolves with the exit code once it is gone; null when a signal ended it. */
  exited: Promise<number | null>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  output(): string;
}

/**
 * Makes a {@link StartEngine} of a function that starts a program on a port.
 * @param readyWithinMs far above what it takes.
 */
export function engineOf(
  launch: (options: {
    env: Record<string, string>;
    dataFolder: string;
    port: number;
  }) => Promise<RunningProgram>,
  readyWithinMs: number,
): StartEngine {
  return async ({ env: overrides, dataFolder, portalUrl }) => {
    let env: Environment = { ...environmentFor(portalUrl), ...overrides };
    let running: { program: RunningProgram; baseUrl: string } | null = null;
    const current = () => {
      if (!running) throw new Error('the process does not run');
      return running;
    };
    const end = async (how: 'stop' | 'kill') => {
      await running?.program[how]();
      running = null;
    };
    const start = async () => {
      const port = await freePort();
      const set = Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined);
      const program = await launch({ env: Object.fromEntries(set), dataFolder, port });
      const baseUrl = `http://127.0.0.1:${port}`;
      const exited = program.exited.then((code) => {
        throw new ProcessExited(code, program.output());
      });
      try {
        await Promise.race([exited, untilReady(baseUrl, readyWithinMs)]);
      } catch (error) {
        await program.kill();
        throw error;
      } finally {
        // Also after it is ready the process will end, which is nobody's failure.
        exited.catch(() => undefined);
      }
      running = { program, baseUrl };
    };
    await start();
    return {
      get baseUrl() {
        return current().baseUrl;
      },
      get pid() {
        return current().program.pid;
      },
      get env() {
        return env;
      },
      dataFolder,
      async restart(changes = {}) {
        await end('stop');
        env = { ...env, ...changes };
        await start();
      },
      kill: () => end('kill'),
      stop: () => end('stop'),
    };
  };
}

async function untilReady(baseUrl: string, withinMs: number): Promise<void> {
  await eventually(
    'the process is ready',
    async () => {
      const answer = await fetch(`${baseUrl}/healthz/readiness`).catch(() => null);
      await answer?.body?.cancel();
      return answer?.status === 200;
    },
    withinMs,
  );
}
