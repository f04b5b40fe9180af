import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type HookState, openState } from '#engine/hook/state.ts';

let folder: string;
let state: HookState;
const path = () => join(folder, 'weft.sqlite');
const reopen = () => {
  state.close();
  state = openState(path());
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-hook-'));
  state = openState(path());
});
afterEach(() => {
  state.close();
  rmSync(folder, { recursive: true, force: true });
});

test('accepts a link once, also after a restart, and forgets it after its expiry', () => {
  expect(state.takeLink('a', 1_000, 0)).toBe(true);
  expect(state.takeLink('a', 1_000, 0)).toBe(false);
  reopen();
  expect(state.takeLink('a', 1_000, 999)).toBe(false);
  expect(state.takeLink('a', 5_000, 1_000)).toBe(true);
});

test('remembers the last sign-out of an e-mail, in any case', () => {
  expect(state.signedOutAt('ada@example.com')).toBeNull();
  state.signOut('Ada@Example.com', 20);
  state.signOut('ada@example.com', 10);
  reopen();
  expect(state.signedOutAt('ADA@example.com')).toBe(20);
  expect(state.signedOutAt('grace@example.com')).toBeNull();
});

const runIn = (month: string) => ({
  at: Date.parse(`${month}-15T12:00:00Z`),
  workflowId: 'w',
  workflowName: 'W',
  trigger: 'webhook',
});

test('counts executions by month, up to the limit', () => {
  const count = (month: string, limit: number | null) => state.executions.count(runIn(month), limit) !== null;
  for (let run = 0; run < 3; run += 1) expect(count('2026-11', 3)).toBe(true);
  expect(count('2026-11', 3)).toBe(false);
  expect(state.executions.used('2026-11')).toBe(3);
  expect(count('2026-11', 4)).toBe(true);
  expect(count('2026-11', null)).toBe(true);
  expect(count('2026-12', 0)).toBe(false);
  reopen();
  expect([state.executions.used('2026-11'), state.executions.used('2026-12')]).toEqual([5, 0]);
});

test('never subtracts an execution twice', () => {
  const id = state.executions.count(runIn('2026-11'), null) ?? 0;
  expect(state.executions.cancel(id)).toBe(true);
  expect(state.executions.cancel(id)).toBe(false);
  expect(state.executions.used('2026-11')).toBe(0);
});

test('keeps the counts of a year and a month', () => {
  for (let month = 0; month < 20; month += 1)
    state.executions.count(runIn(new Date(Date.UTC(2025, month)).toISOString().slice(0, 7)), null);
  expect(state.executions.used('2025-01')).toBe(0);
  expect(state.executions.used('2026-08')).toBe(1);
});
