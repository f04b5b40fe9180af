import { randomBytes } from 'node:crypto';
import { CHEAP_HASH_COST } from '#tests/support/cheap-proofs.ts';
import { type Section, valueFigure } from '../report/section.ts';
import { after, load, type Target } from '../support/load.ts';
import { startSides, visitorHeaders } from '../support/sides.ts';
import { median, quantile } from '../support/statistics.ts';

const CONNECTIONS = 16;
const ROUNDS = 5;
const ROUND_MS = 4_000;
const GOAL = 2;
/** scrypt's N in production. */
const FULL_HASH_COST = String(CHEAP_HASH_COST * 32);

/** The dashboard's p99 during other people's sign-ins, beside its p99 alone: sign-ins must not stall other visitors. */
export async function benchSignInLoad(): Promise<Section> {
  const sides = await startSides({ variables: { PASSWORD_HASH_COST: FULL_HASH_COST } });
  let refusedPages = 0;
  const countRefused = (status: number) => {
    if (status === 503) refusedPages += 1;
  };
  try {
    // A page that waits too long for the database is refused: counted, and part of the p99.
    const dashboard = { ...sides.page('/dashboard'), statuses: [200, 503], onStatus: countRefused };
    const signIns: Target = {
      ...sides.page('/login', false),
      method: 'POST',
      // An unknown name costs a hash like a known one; each has a separate address, so no limit applies.
      body: () => {
        const text = new URLSearchParams({
          login: `nobody-${randomBytes(6).toString('hex')}`,
          password: 'x'.repeat(12),
        });
        return {
          text: text.toString(),
          headers: {
            ...visitorHeaders(sides.stack, [10, ...randomBytes(3)].join('.')),
            'Content-Type': 'application/x-www-form-urlencoded',
          },
        };
      },
      statuses: [401, 429, 503],
    };
    await load(dashboard, CONNECTIONS, after(2_000));
    const [alone, beside]: [number[], number[]] = [[], []];
    let answered = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(quantile((await load(dashboard, CONNECTIONS, after(ROUND_MS))).latenciesMs, 0.99));
      const isOver = after(ROUND_MS);
      const [pages, others] = await Promise.all([
        load(dashboard, CONNECTIONS, isOver),
        load(signIns, CONNECTIONS, isOver),
      ]);
      beside.push(quantile(pages.latenciesMs, 0.99));
      answered += others.count;
    }
    const [p99Alone, p99] = [median(alone), median(beside)];
    const figure = valueFigure('dashboard p99 while 16 connections sign in', p99, {
      unit: 'ms',
      baseline: `${p99Alone.toFixed(0)} ms (alone)`,
    });
    const ratio = p99 / p99Alone;
    return {
      title: 'Pages during sign-ins',
      text: `Raw workerd, ${CONNECTIONS} connections for pages and as many for sign-ins, ${ROUNDS} alternating rounds of ${ROUND_MS / 1_000} s, medians; passwords at production’s cost. ${answered} sign-ins were answered (refused, or 503 while the queue is full); ${refusedPages} pages were answered 503.`,
      figures: [{ ...figure, ratio, goal: `<= ${GOAL}`, isMet: ratio <= GOAL }],
    };
  } finally {
    await sides.stop();
  }
}
