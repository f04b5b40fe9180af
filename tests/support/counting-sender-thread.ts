import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { pathOf, type SenderSettings, type SentOutcome, type SentWebhook } from './counting-sender.ts';
import { bodyOf, workspaceOptions } from './workspace-client.ts';

// The thread of a `CountingSender`: sends from `start` until `pause`, and reports each webhook once it is answered.

const ANSWER_WITHIN_MS = 60_000;

const { portalUrl, workspace, paths, perSecond }: SenderSettings = workerData;
const agent = new Agent({ keepAlive: true });
const numbers = new Map<string, number>();
let loops: Promise<void>[] = [];
let isSending = false;

parentPort?.on('message', (message: 'start' | 'pause') => {
  isSending = message === 'start';
  if (isSending) loops = Array.from({ length: paths }, (_, index) => sendTo(index, 1_000 / perSecond));
  else void Promise.all(loops).then(() => parentPort?.postMessage('paused'));
});

/** @param intervalMs between two webhooks over all paths. */
async function sendTo(index: number, intervalMs: number): Promise<void> {
  const path = `/webhook/${pathOf(index)}`;
  for (let dueAt = performance.now() + index * intervalMs; isSending; dueAt += paths * intervalMs) {
    await sleep(Math.max(0, dueAt - performance.now()));
    // Webhooks that an outage prevented are not sent later.
    dueAt = Math.max(dueAt, performance.now() - paths * intervalMs);
    const number = (numbers.get(path) ?? 0) + 1;
    numbers.set(path, number);
    const sentAt = performance.now();
    const { status, code } = await post(path, number);
    const tookMs = performance.now() - sentAt;
    const outcome = outcomeOf(status);
    const sent: SentWebhook = { path, number, outcome, status, code, answeredAt: Date.now(), tookMs };
    parentPort?.postMessage(sent);
  }
}

function post(path: string, number: number): Promise<Pick<SentWebhook, 'status' | 'code'>> {
  const { headers, ...options } = workspaceOptions({ portalUrl }, workspace, path);
  const body = JSON.stringify({ number });
  const own = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  return new Promise((resolve) => {
    const call = request({
      ...options,
      method: 'POST',
      agent,
      timeout: ANSWER_WITHIN_MS,
      headers: { ...headers, ...own, 'X-Number': String(number) },
    });
    const unanswered = () => resolve({ status: null, code: null });
    call.on('response', (answer) => {
      bodyOf(answer).then(
        (answered) => resolve({ status: answer.statusCode ?? null, code: codeOf(answered) }),
        unanswered,
      );
    });
    call.on('timeout', () => call.destroy());
    call.on('error', unanswered);
    call.end(body);
  });
}

/** @returns the `code` of a JSON answer; null for any other. */
function codeOf(body: Buffer): string | null {
  try {
    const { code }: { code?: unknown } = JSON.parse(body.toString()) ?? {};
    return typeof code === 'string' ? code : null;
  } catch {
    return null;
  }
}

function outcomeOf(status: number | null): SentOutcome {
  if (status === null || status === 504) return 'unanswered';
  if (status === 202) return 'held';
  return status === 200 ? 'run' : 'refused';
}
