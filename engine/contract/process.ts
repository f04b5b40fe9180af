import { freePort } from '../free-port.ts';
import { type Environment, environmentFor } from './environment.ts';
import { eventually } from './eventually.ts';

interface StartOptions {
  /** Extends or overrides the environment that every process of the contract gets (`environmentFor`). */
  env: Environment;
  /** Survives restarts; the caller removes it. */
  dataFolder: string;
  portalUrl: string;
}

/** A workspace's process under test. */
export interface TestedProcess {
  /** Without a trailing slash; changes at every restart. */
  readonly baseUrl: string;
  readonly env: Environment;
  readonly dataFolder: string;
  /** Process id of the main process; changes at every restart. */
  readonly pid: number;
  /** Stops the process if it runs, and starts it on the same data. Resolves once it is ready. */
  restart(env?: Environment): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM, as Kubernetes does. */
  stop(): Promise<void>;
}

/**
 * Starts a workspace's process. Resolves once its readiness probe succeeds.
 * @throws ProcessExited if it exits before.
 */
export type StartEngine = (options: StartOptions) => Promise<TestedProcess>;

/** The process exited before it was ready. */
export class ProcessExited extends Error {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  /** Output of both streams. */
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
  /** Resolves with the exit code once the process has exited; null after a signal. */
  exited: Promise<number | null>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  output(): string;
}

/**
 * Creates a {@link StartEngine} from a function that starts a program on a port.
 * @param readyWithinMs timeout of the readiness probe; far longer than a start takes.
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
        // The promise rejects at every exit; handling it here prevents an unhandled rejection after the start.
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
