import { Agent, type IncomingMessage, request } from 'node:http';
import { cpuMs, findWorkerd } from './process-cpu.ts';

/** The request that a load repeats. */
export interface Target {
  /** Of this machine. */
  port: number;
  path: string;
  method?: string;
  /** Creates the headers and the body of each request. */
  headers?: Record<string, string>;
  body?: () => { headers: Record<string, string>; text: string };
  /** Statuses that count as answered; by default only 200. */
  statuses?: readonly number[];
  /** Called with the status of each answer. */
  onStatus?: (status: number) => void;
}

export interface LoadResult {
  count: number;
  perSecond: number;
  /** CPU time of the workerd that answered, ms a request. */
  cpuMsPerRequest: number;
  latenciesMs: number[];
}

/**
 * Sends requests over several connections, each after the previous answer is read.
 * @param isOver ends the load; checked before each request.
 * @throws on an answer with a status that the target does not accept.
 */
export async function load(target: Target, connections: number, isOver: () => boolean): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const pid = findWorkerd(target.port);
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const cpuBefore = cpuMs(pid);
  const connection = async () => {
    while (!isOver()) {
      const askedAt = performance.now();
      await ask(target, agent);
      latenciesMs.push(performance.now() - askedAt);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, connection));
  } finally {
    agent.destroy();
  }
  const count = latenciesMs.length;
  return {
    count,
    perSecond: count / ((performance.now() - startedAt) / 1_000),
    cpuMsPerRequest: (cpuMs(pid) - cpuBefore) / count,
    latenciesMs,
  };
}

/** @returns a condition that ends a load after a duration. */
export function after(durationMs: number): () => boolean {
  const endsAt = performance.now() + durationMs;
  return () => performance.now() >= endsAt;
}

/**
 * Sends one request. @returns its status, once the whole answer is read. @throws on a status that the target does not
 * accept.
 */
export function ask(target: Target, agent: Agent): Promise<number> {
  const { port, path, method = 'GET', statuses = [200] } = target;
  const body = target.body?.();
  const headers = { ...target.headers, ...body?.headers };
  return new Promise((resolve, reject) => {
    const onAnswer = (response: IncomingMessage) => {
      const status = response.statusCode ?? 0;
      response.resume().on('error', reject);
      response.on('end', () => {
        target.onStatus?.(status);
        if (statuses.includes(status)) resolve(status);
        else reject(new Error(`${method} ${path} answered ${status}.`));
      });
    };
    request({ host: '127.0.0.1', port, path, method, headers, agent }, onAnswer)
      .on('error', reject)
      .end(body?.text);
  });
}
