import { beforeEach, expect, test } from 'vitest';
import { paths } from '#app/domain/paths.ts';
import { createPlanLimits } from '#engine/hook/plan-limits.ts';
import { canPublish, createPublications, publicationRefusal } from '#engine/hook/publications.ts';

const PORTAL_URL = 'https://weft.example';

let now: number;
let facts: Map<string, string>;
/** The portal's answer; null while it does not respond. */
let limit: number | null;
let asked: number;
let active: Set<string>;
let publications: ReturnType<typeof createPublications>;

beforeEach(() => {
  [now, facts, limit, asked, active] = [0, new Map(), 2, 0, new Set()];
  publications = begin();
});

/** Starts on the same facts, as a process does. */
function begin() {
  const limits = createPlanLimits({
    state: { fact: (name) => facts.get(name) ?? null, setFact: (name, value) => void facts.set(name, value) },
    portal: {
      async plan() {
        asked += 1;
        if (limit === null) throw new Error('the portal is silent');
        return { monthlyExecutionsLimit: 1_000, activeWorkflowsLimit: limit };
      },
    },
    clock: { now: () => now },
    report: () => undefined,
  });
  return createPublications({ limits, listActive: async () => [...active], portalUrl: PORTAL_URL });
}

/** Publishes as n8n does: the hook is called before the workflow is stored as active. */
const publish = (id: string, { fails = false } = {}) =>
  publications
    .around(id, async () => {
      await publications.admit();
      await Promise.resolve();
      if (fails) throw new Error('n8n failed');
      active.add(id);
    })
    .then(
      () => 'published',
      (error: Error) => error.message,
    );
const refusal = (count: number, allowed: number) => publicationRefusal(count, allowed, PORTAL_URL);

test.each([
  ['below the limit', 'new', 1, true],
  ['at the limit', 'new', 2, false],
  ['above the limit', 'new', 3, false],
  ['active, above the limit', 'w0', 3, true],
])('a workflow %s: %s beside %d of 2 is published: %s', (_when, id, count, isAllowed) => {
  const present = new Set(Array.from({ length: count }, (_, index) => `w${index}`));
  expect(canPublish(id, present, 2)).toBe(isAllowed);
  expect(canPublish(id, present, null)).toBe(true);
});

test('the refusal names the limit, the active workflows and the plans page', () => {
  expect(refusal(3, 2)).toContain('includes 2 active workflows, and 3 are active');
  expect(refusal(3, 2)).toContain(PORTAL_URL + paths.changePlan);
});

test('of publications that arrive together, as many succeed as the plan has places', async () => {
  const outcomes = await Promise.all(['a', 'b', 'c', 'd'].map((id) => publish(id)));
  expect(outcomes).toEqual(['published', 'published', refusal(2, 2), refusal(2, 2)]);
  expect([...active]).toEqual(['a', 'b']);
});

test('a publication that n8n refuses or fails to store gives its place back', async () => {
  const outcomes = await Promise.all([publish('a', { fails: true }), publish('b'), publish('c')]);
  expect(outcomes.slice(0, 2)).toEqual(['n8n failed', 'published']);
  expect(await publish('d')).toBe(outcomes[2] === 'published' ? refusal(2, 2) : 'published');
});

test('an active workflow is published again, also above the limit; an unpublished one frees its place', async () => {
  active = new Set(['a', 'b', 'c']);
  expect(await publish('a')).toBe('published');
  expect(await publish('d')).toBe(refusal(3, 2));
  active = new Set(['a']);
  expect(await publish('d')).toBe('published');
});

test('an upgrade applies without a restart, and the portal is asked every four seconds at most', async () => {
  active = new Set(['a', 'b']);
  for (let times = 0; times < 5; times += 1) expect(await publish('c')).toBe(refusal(2, 2));
  expect(asked).toBe(1);
  limit = 3;
  now += 4_000;
  expect(await publish('c')).toBe('published');
  expect(asked).toBe(2);
});

test('without a portal the last known limit applies, also after a restart; before the first answer nothing is limited', async () => {
  limit = null;
  active = new Set(['a', 'b']);
  expect(await publish('c')).toBe('published');
  now += 4_000;
  limit = 2;
  publications = begin();
  expect(await publish('d')).toBe(refusal(3, 2));
  limit = null;
  publications = begin();
  expect(await publish('d')).toBe(refusal(3, 2));
});
