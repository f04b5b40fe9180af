import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#app/domain/time/clock.ts';
import {
  readStoredState,
  StoredStateUnreadable,
  writeStoredState,
} from '#durable-objects/workspace/stored-state.ts';
import { START } from './facts.ts';
import { onlineWorld } from './world.ts';

/** A state of each phase, and one with each optional part. */
function states() {
  const world = onlineWorld();
  const found = [world.state];
  world.send({ kind: 'usage-read', usage: { timeframe: '2027-01', executions: 900, activeWorkflows: 1 } });
  for (let day = 1; day <= 20; day += 1) {
    while (world.next && world.next.at <= START + day * DAY_MS) {
      world.runNext();
      found.push(world.state);
    }
    world.passTo(START + day * DAY_MS);
  }
  const unitPrice = { amount: 800, currency: 'USD' };
  world.sendFacts({ entitlement: { kind: 'active' }, overage: { maxExecutions: 500, unitPrice } });
  return [...found, world.state];
}

const whole = writeStoredState(onlineWorld().state);

test('reads back every state it wrote', () => {
  for (const state of states()) expect(readStoredState(writeStoredState(state))).toEqual(state);
});

test('reads a state of version 1, from before an update could go back', () => {
  const { state } = JSON.parse(whole);
  const { storage: _storage, saved: _saved, lastUpdate: _last, overage: _overage, ...changed } = state;
  const { told: _told, due: _due, ...before } = changed;
  expect(readStoredState(JSON.stringify({ version: 1, state: before }))).toEqual(state);
});

test('reads a state of version 2, from before executions beyond the plan could be paid for', () => {
  const { state } = JSON.parse(whole);
  const { overage: _overage, told: _told, due: _due, ...before } = state;
  expect(readStoredState(JSON.stringify({ version: 2, state: before }))).toEqual(state);
});

test.each([
  ['nobody', undefined, [], []],
  ['people told since an update', { emails: ['eve@example.com'], isDue: false }, ['eve@example.com'], []],
  ['people to be told', { emails: ['eve@example.com'], isDue: true }, [], ['eve@example.com']],
])('reads a state of version 3 with %s', (_who, before, told, due) => {
  const { state } = JSON.parse(whole);
  const { told: _told, due: _due, ...rest } = state;
  const { endings: _endings, ...overage } = rest.overage;
  const stored = {
    version: 3,
    state: { ...rest, overage: { ...overage, ending: null }, ...(before && { told: before }) },
  };
  const signedOut = (emails: string[]) => emails.map((email) => ({ email, isSignedOut: true }));
  expect(readStoredState(JSON.stringify(stored))).toEqual({
    ...state,
    told: signedOut(told),
    due: signedOut(due),
  });
});

test('reads a state of version 3 whose executions are paid for beyond the plan', () => {
  const { state } = JSON.parse(whole);
  const { told: _told, due: _due, ...rest } = state;
  const terms = { maxExecutions: 500, unitPrice: { amount: 800, currency: 'USD' } };
  const month = { month: '2027-01', part: 1, limit: 1_000, counted: null, executions: 7, terms };
  const ending = { ...month, counted: 3, countFrom: 5 };
  const overage = { current: month, ending, last: null, mailed: null };
  expect(readStoredState(JSON.stringify({ version: 3, state: { ...rest, overage } })).overage).toEqual({
    current: { ...month, changes: [] },
    endings: [{ ...ending, changes: [] }],
    last: null,
    mailed: null,
  });
});

describe('refuses', () => {
  test.each([
    ['nothing', '', 'no JSON'],
    ['bytes that are not JSON', '\u0000\ufffd{', 'no JSON'],
    ['null', 'null', 'no version'],
    ['an array', '[]', 'no version'],
    ['a state without a version', '{"facts":null}', 'no version'],
    ['a version that is not a number', whole.replace('"version":4', '"version":"4"'), 'no version'],
    ['a future version', whole.replace('"version":4', '"version":5'), 'has version 5'],
    ['another type', whole.replace('"isApplied":true', '"isApplied":"yes"'), 'state.isApplied'],
    ['an unknown phase', whole.replace('"kind":"online"', '"kind":"asleep"'), 'state.phase'],
    ['an unknown key', whole.replace('"isApplied"', '"extra":1,"isApplied"'), 'not whole'],
  ])('%s', (_what, text, message) => {
    expect(() => readStoredState(text)).toThrow(StoredStateUnreadable);
    expect(() => readStoredState(text)).toThrow(message);
  });

  test('a state that is truncated anywhere', () => {
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => readStoredState(whole.slice(0, length))).toThrow(StoredStateUnreadable);
    }
  });

  test('a state that lacks a part, and names only its path', () => {
    const { version, state } = JSON.parse(whole) as { version: number; state: Record<string, unknown> };
    for (const part of Object.keys(state)) {
      const { [part]: _left, ...rest } = state;
      const read = () => readStoredState(JSON.stringify({ version, state: rest }));
      expect(read, part).toThrow(`state.${part}`);
      expect(read, part).not.toThrow('ada@example.com');
    }
  });
});
