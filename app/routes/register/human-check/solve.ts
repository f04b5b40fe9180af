import type { Challenge, Solution } from 'altcha-lib/types';
import { paths } from '#app/domain/paths.ts';

/** Spec §9, "Human-check script load time-out 15 s"; here it bounds fetching the challenge. */
const LOAD_TIMEOUT_MS = 15_000;
const SOLVE_TIMEOUT_MS = 60_000;
const MAX_WORKERS = 4;

export type HumanCheckOutcome = { kind: 'solved'; payload: string } | { kind: 'failed' | 'loadTimeout' };

/** Fetches a challenge and solves it on the machine's other cores. */
export async function solveHumanCheck(signal: AbortSignal): Promise<HumanCheckOutcome> {
  const challenge = await fetchChallenge(signal);
  if (challenge === null) return { kind: 'loadTimeout' };
  try {
    const solution = await solveOnWorkers(challenge, signal);
    return { kind: 'solved', payload: btoa(JSON.stringify({ challenge, solution })) };
  } catch {
    return { kind: 'failed' };
  }
}

async function fetchChallenge(signal: AbortSignal): Promise<Challenge | null> {
  const deadline = AbortSignal.timeout(LOAD_TIMEOUT_MS);
  try {
    const response = await fetch(paths.humanCheck, { signal: AbortSignal.any([signal, deadline]) });
    if (!response.ok) return null;
    const { challenge } = (await response.json()) as { challenge: Challenge };
    return challenge;
  } catch {
    return null;
  }
}

/** Each worker tries every n-th number; the first to find it wins, and all are ended. */
function solveOnWorkers(challenge: Challenge, signal: AbortSignal): Promise<Solution> {
  const count = Math.min(MAX_WORKERS, Math.max(1, navigator.hardwareConcurrency - 1));
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' }),
  );
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<Solution>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The challenge was not solved in time.')), SOLVE_TIMEOUT_MS);
    signal.addEventListener('abort', () => reject(new Error('No longer needed.')));
    workers.forEach((worker, index) => {
      worker.onmessage = (message: MessageEvent<Solution | null>) => {
        if (message.data) resolve(message.data);
        else reject(new Error('The challenge has no solution.'));
      };
      worker.onerror = () => reject(new Error('The solver could not run.'));
      worker.postMessage({ challenge, counterStart: index, counterStep: count });
    });
  }).finally(() => {
    clearTimeout(timer);
    for (const worker of workers) worker.terminate();
  });
}
