import { PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { startTestStack } from '../support/test-stack.ts';

const TRIES = 200;
const GOAL = 0.05;
const UNKNOWN = 'nobody-of-that-name';

/**
 * How long it takes to refuse a known and an unknown user, by turns in one run: whoever measures must not learn who has
 * an account. Goal: medians within 5 % of each other.
 */
export async function benchSignIn(): Promise<void> {
  const stack = await startTestStack();
  const database = openTestDatabase(stack.databaseUrl);
  try {
    const known = await new PortalClient(stack).registerConfirmed();
    const refusalMs = async (login: string) => {
      const client = new PortalClient(stack);
      const startedAt = performance.now();
      const answer = await client.post('/login', { login, password: 'wrong horse' });
      const tookMs = performance.now() - startedAt;
      if (answer.status !== 401) throw new Error(`${login} was answered ${answer.status}.`);
      await answer.arrayBuffer();
      return tookMs;
    };
    const taken: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let turn = 0; turn < TRIES; turn += 1) {
      // Ten an hour reach the hash: the eleventh would measure the throttle.
      if (turn % 5 === 0) await database.execute('DELETE FROM throttles');
      // Whichever is second in a pair finds the machine warmer.
      const order = turn % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      for (const who of order) {
        taken[who].push(await refusalMs(who === 'known' ? known.accountName : UNKNOWN));
      }
    }
    const [knownMs, unknownMs] = [median(taken.known), median(taken.unknown)];
    const difference = Math.abs(knownMs - unknownMs) / Math.max(knownMs, unknownMs);
    console.info(`refused, known user    median ${knownMs.toFixed(1)} ms of ${TRIES}`);
    console.info(`refused, unknown user  median ${unknownMs.toFixed(1)} ms of ${TRIES}`);
    const verdict = difference <= GOAL ? 'met' : 'MISSED';
    console.info(`difference ${(difference * 100).toFixed(1)} %, goal 5 % ${verdict}`);
  } finally {
    database.close();
    await stack.stop();
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
