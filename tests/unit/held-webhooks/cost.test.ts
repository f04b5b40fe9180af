import { expect, test, vi } from 'vitest';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { heldWebhooksProcess } from '#app/integrations/workspace-process/held-webhooks.ts';
import { alarmClock, type Schedule, type ScheduleStore } from '#durable-objects/alarm-clock.ts';
import { contentSeal } from '#durable-objects/workspace/held/content.ts';
import { fileNotes } from '#durable-objects/workspace/held/file-notes.ts';
import { heldWebhooks } from '#durable-objects/workspace/held/held-webhooks.ts';
import { pathRows } from '#durable-objects/workspace/held/path-rows.ts';
import { heldRows } from '#durable-objects/workspace/held/rows.ts';
import type { Sql } from '#durable-objects/workspace/held/sql.ts';
import type { HeldSchedule } from '#durable-objects/workspace/schedules.ts';
import { heldDatabase, storageOf } from '#tests/lifecycle/held/sqlite.ts';
import { onlineWorld } from '../instance/world.ts';

const REQUESTS = 100;
const PATHS = 10;
/** SQL statements per held and per replayed request; a ratchet. */
const STATEMENTS = { hold: 4, replay: 7 };

/** Counts an object's SQL statements and its WebCrypto calls. */
function countStatements() {
  const stored = storageOf(heldDatabase(), () => true);
  let statements = 0;
  const sql: Sql = {
    exec(query, ...values) {
      statements += 1;
      return stored.exec(query, ...values);
    },
  };
  const spies = (['encrypt', 'decrypt', 'sign', 'deriveKey', 'deriveBits'] as const).map((name) => ({
    name,
    spy: vi.spyOn(crypto.subtle, name),
  }));
  return {
    sql,
    reset() {
      statements = 0;
      for (const { spy } of spies) spy.mockClear();
    },
    statements: () => statements,
    crypto: () => Object.fromEntries(spies.map(({ name, spy }) => [name, spy.mock.calls.length])),
  };
}

function scheduleStore(): ScheduleStore<HeldSchedule> {
  const stored = new Map<HeldSchedule, Schedule<HeldSchedule>>();
  return {
    list: () => [...stored.values()],
    put: (schedule) => void stored.set(schedule.name, schedule),
    remove: (name) => void stored.delete(name),
  };
}

/** A stopped workspace's object; `start` brings it online and resolves once everything is replayed. */
function heldObject(sql: Sql) {
  const { stored } = onlineWorld();
  if (!stored) throw new Error('An online world has a state.');
  let state: InstanceState = { ...stored, phase: { kind: 'stopped', reason: 'trial_ended' } };
  const reportError = (error: unknown) => {
    throw error;
  };
  const clock = { now: () => 1_000_000 };
  const answer: typeof fetch = async (_url, init) =>
    new Response(null, { status: init?.method === 'PUT' ? 204 : 200, headers: { 'Weft-Gate': 'passed' } });
  const rows = heldRows(sql);
  const held = heldWebhooks({
    clock,
    readState: () => state,
    alarms: alarmClock({
      clock,
      reportError,
      store: scheduleStore(),
      toRealTime: (at: number) => at,
      alarm: { get: async () => null, set: async () => {}, clear: async () => {} },
    }),
    rows,
    paths: pathRows(sql),
    fileNotes: fileNotes(sql),
    seal: contentSeal(async () => '07'.repeat(32)),
    files: { put: async () => {}, get: async () => new Uint8Array(), remove: async () => {} },
    process: heldWebhooksProcess({
      clusters: [{ id: state.facts.clusterId, ingressUrlTemplate: 'http://workspace.example' }],
      outbound: createOutbound({ fetch: answer, clock }),
      fetch: answer,
      firstByteTimeoutMs: 60_000,
      signInKeyOf: async () => 'sign-in key of the test',
    }),
    dropKey() {},
    queueMail() {},
    reportError,
  });
  return {
    held,
    async start() {
      const before = state;
      state = { ...state, phase: { kind: 'online' } };
      held.onInstanceChanged(before, state);
      await vi.waitFor(() => expect(rows.isQueueEmpty()).toBe(true), { timeout: 60_000 });
    },
  };
}

test('a held request costs few statements and one encryption, its replay one decryption and one signature', async () => {
  const { sql, reset, statements, crypto: asked } = countStatements();
  const { held, start } = heldObject(sql);
  const hold = async (number: number) => {
    const request = {
      id: `hld_${number}`,
      method: 'POST',
      path: `/webhook/${number % PATHS}`,
      search: '',
      from: '::1',
      headers: [],
      size: 2,
      body: new TextEncoder().encode('{}'),
      signal: 'unreachable' as const,
    };
    expect((await held.hold(request, async () => null)).kind).toBe('held');
  };
  // The first hold creates the key, counts the rows and sets the alarms.
  await hold(0);
  reset();
  for (let number = 1; number <= REQUESTS; number += 1) await hold(number);
  expect(statements() / REQUESTS).toBeLessThanOrEqual(STATEMENTS.hold);
  expect(asked()).toEqual({ encrypt: REQUESTS, decrypt: 0, sign: 0, deriveKey: 0, deriveBits: 0 });

  reset();
  await start();
  expect(statements() / REQUESTS).toBeLessThanOrEqual(STATEMENTS.replay);
  const { sign = 0, ...others } = asked();
  expect(others).toEqual({ encrypt: 0, decrypt: REQUESTS + 1, deriveKey: 0, deriveBits: 0 });
  // The gate's list is signed too, whenever a path's queue empties.
  expect(sign).toBeLessThanOrEqual(REQUESTS + 1 + PATHS + 2);
});
