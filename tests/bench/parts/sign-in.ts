import { PortalClient } from '#tests/support/portal-client.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { startTestStack } from '#tests/support/test-stack.ts';
import { hosts } from '../hosts/serve.ts';
import { type Section, valueFigure } from '../report/section.ts';
import { median } from '../support/statistics.ts';

const TRIES = 200;
const GOAL = 0.05;
const UNKNOWN = 'nobody-of-that-name';

/**
 * The duration of refusing a known and an unknown user, alternating in one run: measuring it must not reveal who has an
 * account. Goal: medians within 5 % of each other.
 */
export async function benchSignIn(): Promise<Section> {
  const stack = await startTestStack({ workerHost: hosts.workerd, engine: 'small', hasCron: false });
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
      // Ten attempts an hour reach the hash: the eleventh would measure the throttle.
      if (turn % 5 === 0) await database.execute('DELETE FROM throttles');
      // The second of a pair finds a warmer machine.
      const order = turn % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      for (const who of order) {
        taken[who].push(await refusalMs(who === 'known' ? known.accountName : UNKNOWN));
      }
    }
    const [knownMs, unknownMs] = [median(taken.known), median(taken.unknown)];
    const difference = Math.abs(knownMs - unknownMs) / Math.max(knownMs, unknownMs);
    const figure = valueFigure('refusal of a known name', knownMs, {
      unit: 'ms',
      baseline: `${unknownMs.toFixed(1)} ms (unknown name)`,
    });
    const goal = `within ${GOAL * 100} %`;
    return {
      title: 'Refused sign-ins',
      text: `Response times must not reveal who has an account: ${TRIES} alternating pairs, raw workerd, medians.`,
      figures: [{ ...figure, ratio: knownMs / unknownMs, goal, isMet: difference <= GOAL }],
    };
  } finally {
    database.close();
    await stack.stop();
  }
}
