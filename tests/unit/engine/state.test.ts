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

test('counts executions by month, up to the limit', () => {
  for (let run = 0; run < 3; run += 1) expect(state.countExecution('2026-11', 3)).toBe(true);
  expect(state.countExecution('2026-11', 3)).toBe(false);
  expect(state.executions('2026-11')).toBe(3);
  expect(state.countExecution('2026-11', 4)).toBe(true);
  expect(state.countExecution('2026-11', null)).toBe(true);
  expect(state.countExecution('2026-12', 0)).toBe(false);
  reopen();
  expect([state.executions('2026-11'), state.executions('2026-12')]).toEqual([5, 0]);
});

test('never takes a count below zero', () => {
  state.countExecution('2026-11', null);
  state.uncountExecution('2026-11');
  state.uncountExecution('2026-11');
  expect(state.executions('2026-11')).toBe(0);
});

test('keeps the counts of a year and a month', () => {
  for (let month = 0; month < 20; month += 1)
    state.countExecution(new Date(Date.UTC(2025, month)).toISOString().slice(0, 7), null);
  expect(state.executions('2025-01')).toBe(0);
  expect(state.executions('2026-08')).toBe(1);
});
