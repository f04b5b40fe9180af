import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonReply, type Reply } from '#sandbox/server/reply.ts';
import type { Route } from '#sandbox/server/router.ts';
import type { Executions } from './executions.ts';
import type { KnownLimits } from './known-limits.ts';
import { runTrigger } from './run-trigger.ts';

type Dependencies = { executions: Executions; limits: KnownLimits; dataDir: string; die: () => void };

const describeKnown = (name: string) => ({
  workflow: { id: `known-${name}`, name },
  trigger: 'webhook' as const,
});

/** Every request that a counting flow ran, in this order: one line of JSON each, on the volume. */
const ledgerOf = (dataDir: string) => join(dataDir, 'counted.jsonl');

/**
 * Webhooks that always exist, as flows of certain kinds: one counts, and answers after `X-Answer-After-Ms`; one answers as
 * requested; one fails at its first run; one ends the process.
 */
export function knownWebhooks(dependencies: Dependencies): Route[] {
  const { dataDir } = dependencies;
  let isRepaired = false;
  return [
    {
      method: '*',
      path: '/webhook/counted/*',
      async handle(request): Promise<Reply> {
        const body = await request.bytes();
        const { headers, method, url } = request;
        const line = {
          path: url.pathname,
          search: url.search,
          method,
          bytes: body.length,
          sha256: createHash('sha256').update(body).digest('hex'),
          heldId: headers['weft-held-id'],
          heldAt: headers['weft-held-at'],
          idempotencyKey: headers['idempotency-key'],
          number: headers['x-number'],
        };
        const reply = await runTrigger(dependencies, describeKnown('counted'), () => {
          const ranAt = new Date().toISOString();
          appendFileSync(ledgerOf(dataDir), `${JSON.stringify({ ...line, ranAt })}\n`);
          return jsonReply(200, { message: 'Workflow was started' });
        });
        const answerAfterMs = Number(headers['x-answer-after-ms'] ?? 0);
        // Without a delay, nothing comes between the execution and its answer, not even a SIGTERM.
        if (answerAfterMs > 0) await sleep(answerAfterMs);
        return reply;
      },
    },
    {
      method: '*',
      path: '/webhook/answer/:status',
      handle: (request) =>
        runTrigger(dependencies, describeKnown('answer'), () => {
          const status = Number(request.param('status'));
          return jsonReply(
            status,
            { status },
            status < 400 && status >= 300 ? { location: '/elsewhere' } : {},
          );
        }),
    },
    {
      method: '*',
      path: '/webhook/repaired',
      handle: () =>
        runTrigger(dependencies, describeKnown('repaired'), () => {
          const status = isRepaired ? 200 : 500;
          isRepaired = true;
          return jsonReply(status, { status });
        }),
    },
    {
      method: '*',
      path: '/webhook/die',
      handle() {
        dependencies.die();
        return new Promise<never>(() => {});
      },
    },
  ];
}

/** Serves the requests that the counting flow ran. */
export function ledgerRoute(dataDir: string): Route {
  return {
    method: 'GET',
    path: '/counted',
    handle: () => {
      let lines = '';
      try {
        lines = readFileSync(ledgerOf(dataDir), 'utf8');
      } catch {
        // Nothing was counted yet.
      }
      return { status: 200, headers: { 'content-type': 'application/x-ndjson' }, body: lines };
    },
  };
}
