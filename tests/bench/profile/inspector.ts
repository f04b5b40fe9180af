import WebSocket from 'ws';

/** A V8 sampling profile: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile */
export interface CpuProfile {
  nodes: ReadonlyArray<{
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
  }>;
  samples: readonly number[];
  timeDeltas: readonly number[];
}

/** A debugger's connection to a Worker in workerd. */
export class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: { result?: unknown; error?: { message: string } }) => void>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as {
        id?: number;
        result?: unknown;
        error?: { message: string };
      };
      this.#waiting.get(message.id ?? 0)?.(message);
      this.#waiting.delete(message.id ?? 0);
    });
  }

  /** @param port on which workerd listens for debuggers. */
  static async open(port: number): Promise<Inspector> {
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as Array<{
      id: string;
      webSocketDebuggerUrl: string;
    }>;
    const target = targets.find(({ id }) => id.includes('main'));
    if (!target) throw new Error('workerd names no Worker to debug.');
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return new Inspector(socket);
  }

  /** Profiles while `act` runs. @param everyUs the interval of samples, microseconds. */
  async profile(act: () => Promise<unknown>, everyUs = 200): Promise<CpuProfile> {
    await this.#send('Profiler.enable');
    await this.#send('Profiler.setSamplingInterval', { interval: everyUs });
    await this.#send('Profiler.start');
    await act();
    const { profile } = (await this.#send('Profiler.stop')) as { profile: CpuProfile };
    return profile;
  }

  close(): void {
    this.#socket.close();
  }

  #send(method: string, params: object = {}): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result);
      });
    });
  }
}
