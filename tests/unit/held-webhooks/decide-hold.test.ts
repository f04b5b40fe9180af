import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isHoldable } from '#app/domain/held-webhooks/addresses.ts';
import { isNotRegistered, isStarted } from '#app/domain/held-webhooks/answers.ts';
import { boundsOf, MAX_BODY_BYTES } from '#app/domain/held-webhooks/bounds.ts';
import { decideHold, type HoldSituation, REGISTRATION_MS } from '#app/domain/held-webhooks/decide-hold.ts';
import { closedPathsOf, hasQueue, isClosedFor } from '#app/domain/held-webhooks/gate.ts';

const bounds = boundsOf({ monthlyExecutions: 2_500, logRetentionDays: 7 });

const situation: HoldSituation = {
  phase: { kind: 'pending', cause: 'restart', startedAt: 0, isClusterUnreachable: false },
  signal: 'unreachable',
  readyAt: 0,
  now: 0,
  hasQueue: false,
  order: 'behind',
  choice: 'learn',
  answerMatters: null,
  kept: { count: 0, bytes: 0 },
  bounds,
  isPathKeepable: true,
  hasMemory: true,
  request: { size: 1, hasBody: true, headBytes: 20, addressCharacters: 10 },
};

const online = { ...situation, phase: { kind: 'online' } } as const;

describe('requests to hold', () => {
  test.each([
    ['POST', '/webhook/a', null, true],
    ['post', '/webhook/a', null, false],
    ['PATCH', '/WEBHOOK/a', 'text/html', true],
    ['GET', '/webhook/a', '*/*', true],
    ['GET', '/form/a', 'text/html,*/*', false],
    ['DELETE', '/webhook-waiting/1', null, true],
    ['POST', '/webhook-test/a', null, false],
    ['POST', '/form-test/a', null, false],
    ['POST', '/webhook', null, false],
    ['HEAD', '/webhook/a', null, false],
    ['OPTIONS', '/webhook/a', null, false],
    ['POST', '/rest/login', null, false],
  ])('%s %s with Accept %s: %s', (method, path, accept, expected) => {
    expect(isHoldable({ method, path, accept, upgrade: null })).toBe(expected);
  });

  test('a WebSocket’s handshake is not held', () => {
    const request = { method: 'GET', path: '/webhook/a', accept: null };
    expect(isHoldable({ ...request, upgrade: 'WebSocket' })).toBe(false);
    expect(isHoldable({ ...request, upgrade: 'h2c' })).toBe(true);
  });
});

const withRequest = (request: Partial<HoldSituation['request']>) => ({
  request: { ...situation.request, ...request },
});
const tooLarge = { kind: 'refuse', why: 'too-large', reason: 'restarting' };
const full = { kind: 'refuse', why: 'full', reason: 'restarting' };
const held = { kind: 'hold', why: 'restarting' };

describe('the decision for a request', () => {
  test.each<[string, Partial<HoldSituation>, object]>([
    ['starts', {}, { kind: 'hold', why: 'restarting' }],
    ['starts; 15 KiB of headers', withRequest({ headBytes: 15 * 1024 }), held],
    ['starts; a byte more, which n8n would refuse', withRequest({ headBytes: 15 * 1024 + 1 }), tooLarge],
    ['starts; an address of 8,192 characters', withRequest({ addressCharacters: 8_192 }), held],
    ['starts; a character more', withRequest({ addressCharacters: 8_193 }), tooLarge],
    ['starts; a path without room', { isPathKeepable: false }, full],
    ['starts; no memory for the body', { hasMemory: false }, { ...full, why: 'not-stored' }],
    [
      'runs, gate closed; no memory for the body',
      { ...online, signal: 'gate-closed', hasMemory: false },
      { kind: 'refuse', why: 'not-stored', reason: 'queue' },
    ],
    ['is stopped', { phase: { kind: 'stopped', reason: 'trial_ended' } }, { kind: 'hold', why: 'stopped' }],
    ['is offline', { phase: { kind: 'offline' } }, { kind: 'hold', why: 'offline' }],
    ['is deleted', { phase: { kind: 'deleted', reason: 'paused', at: 0 } }, { kind: 'state' }],
    ['runs, gate closed', { ...online, signal: 'gate-closed' }, { kind: 'forward' }],
    ['has a queue', { ...online, signal: 'gate-closed', hasQueue: true }, { kind: 'hold', why: 'queue' }],
    [
      'has a queue that new requests pass',
      { ...online, signal: 'gate-closed', hasQueue: true, order: 'straight_on' },
      { kind: 'forward' },
    ],
    ['does not answer', online, { kind: 'hold', why: 'unreachable' }],
    ['is over its quota', { ...online, signal: 'execution-limit' }, { kind: 'hold', why: 'over_quota' }],
    [
      'has just started',
      { ...online, signal: 'not-registered', now: REGISTRATION_MS - 1 },
      { kind: 'hold', why: 'not_registered' },
    ],
    [
      'started a while ago',
      { ...online, signal: 'not-registered', now: REGISTRATION_MS },
      { kind: 'deliver', isSettled: true },
    ],
    [
      'is asked for an answer',
      { answerMatters: true },
      { kind: 'refuse', why: 'answers-itself', reason: 'restarting' },
    ],
    [
      'is over its quota and asked for an answer',
      { ...online, signal: 'execution-limit', answerMatters: true },
      { kind: 'refuse', why: 'answers-itself', reason: 'over_quota' },
    ],
    ['holds by choice', { answerMatters: true, choice: 'hold' }, { kind: 'hold', why: 'restarting' }],
    [
      'answers by choice',
      { choice: 'answer' },
      { kind: 'refuse', why: 'answers-itself', reason: 'restarting' },
    ],
  ])('the workspace %s', (_title, changes, expected) => {
    expect(decideHold({ ...situation, ...changes })).toEqual(expected);
  });

  test('holds no request beyond the limits, and none too large to store', () => {
    const numbers = fc.record({
      count: fc.integer({ min: 0, max: bounds.count + 2 }),
      bytes: fc.integer({ min: 0, max: bounds.bytes + 2 }),
      size: fc.integer({ min: 0, max: MAX_BODY_BYTES + 2 }),
      hasBody: fc.boolean(),
    });
    fc.assert(
      fc.property(numbers, ({ count, bytes, size, hasBody }) => {
        const request = { ...situation.request, size, hasBody };
        const decision = decideHold({ ...situation, kept: { count, bytes }, request });
        const fits = count < bounds.count && bytes + request.headBytes + size <= bounds.bytes;
        const isKeepable = hasBody && size <= MAX_BODY_BYTES;
        expect(decision.kind === 'hold').toBe(fits && isKeepable);
      }),
    );
  });
});

test('a start in the future, after a clock moved back, counts as recent', () => {
  const ahead = {
    ...online,
    signal: 'not-registered',
    now: 1_000,
    readyAt: 1_000 + 2 * REGISTRATION_MS,
  } as const;
  expect(decideHold(ahead)).toEqual({ kind: 'hold', why: 'not_registered' });
});

test('the gate is closed for each path with a queue, or for all', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { maxLength: 600 }), (numbers) => {
      const all = new Set(numbers.map((number) => `/webhook/${number}`));
      const waiting = {
        has: (path: string) => all.has(path),
        count: all.size,
        characters: [...all].join('').length,
        list: () => [...all],
      };
      const queues = { all: waiting, registered: waiting };
      const closed = closedPathsOf('behind', queues);
      for (const path of [...all, '/webhook/other']) {
        expect(isClosedFor(closed, path)).toBe(path !== '/webhook/other' || all.size > 500);
        expect(hasQueue('behind', queues, path)).toBe(isClosedFor(closed, path));
        expect(hasQueue('straight_on', queues, path)).toBe(false);
      }
      expect(closedPathsOf('straight_on', queues)).toEqual([]);
      if (all.size > 500) expect(closed).toBe('all');
    }),
    { numRuns: 30 },
  );
});

test('recognizes n8n’s own answers, and does not confuse a workflow’s with them', () => {
  expect(
    isNotRegistered('{"code":404,"message":"The requested webhook \\"GET x\\" is not registered."}'),
  ).toBe(true);
  expect(isNotRegistered('{"message":"The order is not registered."}')).toBe(false);
  expect(isNotRegistered('{"code":404,"message":"The order is not registered."}')).toBe(false);
  expect(isStarted('{"message":"Workflow was started"}')).toBe(true);
  expect(isStarted('Workflow was started')).toBe(false);
});

test.each(['a POST', 'a PUT or DELETE'])(
  'n8n’s 404 of a path that takes %s request is the answer of a webhook that it knows',
  (methods) => {
    const message = `This webhook is not registered for GET requests. Did you mean to make ${methods} request?`;
    expect(isNotRegistered(JSON.stringify({ code: 404, message }))).toBe(false);
  },
);
