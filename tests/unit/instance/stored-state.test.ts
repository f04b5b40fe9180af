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

describe('refuses', () => {
  test.each([
    ['nothing', '', 'not JSON'],
    ['bytes that are not JSON', '\u0000\ufffd{', 'not JSON'],
    ['null', 'null', 'no version'],
    ['an array', '[]', 'no version'],
    ['a state without a version', '{"facts":null}', 'no version'],
    ['a version that is not a number', whole.replace('"version":5', '"version":"5"'), 'no version'],
    ['a future version', whole.replace('"version":5', '"version":6'), 'has version 6'],
    ['a version that was never deployed', whole.replace('"version":5', '"version":4'), 'has version 4'],
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
