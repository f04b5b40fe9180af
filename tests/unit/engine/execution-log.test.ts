import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ExecutionLog, openExecutionLog, readCountedBefore } from '#engine/hook/execution-log.ts';
import { answerRows } from '#engine/hook/execution-query.ts';
import { readRows } from '#engine/hook/execution-rows.ts';
import { openState } from '#engine/hook/state.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 9, 28);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(path: string): { db: DatabaseSync; log: ExecutionLog } {
  // Creates the file's schema as the hook does.
  openState(path).close();
  const db = new DatabaseSync(path);
  return { db, log: openExecutionLog(db, 'NORMAL') };
}

const run = (at: number, workflowId = 'a', trigger = 'webhook') => ({
  at,
  workflowId,
  trigger,
  workflowName: `Name of ${workflowId}`,
});

type Command =
  | { kind: 'count'; workflow: string; limit: number | null }
  | { kind: 'note'; workflow: string }
  | { kind: 'cancel'; pick: number }
  | { kind: 'pass'; hours: number }
  | { kind: 'reopen' }
  | { kind: 'crash'; on: 'executions' | 'execution_days' | 'execution_rows'; workflow: string };

const workflow = fc.constantFrom('a', 'b', 'c', '');
const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('count' as const),
        workflow,
        limit: fc.option(fc.nat(6), { nil: null }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('note' as const), workflow }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: -30, max: 500 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('crash' as const),
        on: fc.constantFrom('executions' as const, 'execution_days' as const, 'execution_rows' as const),
        workflow,
      }),
    },
  ),
  { minLength: 1, maxLength: 60 },
);

/** An execution in the model. */
interface Known {
  id: number;
  day: string;
  workflow: string;
  isCounted: boolean;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

function sumsOf(known: readonly Known[], month: string): Map<string, [counted: number, not: number]> {
  const sums = new Map<string, [number, number]>();
  for (const { day, workflow: id, isCounted } of known) {
    if (!day.startsWith(month)) continue;
    const key = `${day} ${id}`;
    const [counted, not] = sums.get(key) ?? [0, 0];
    sums.set(key, isCounted ? [counted + 1, not] : [counted, not + 1]);
  }
  return sums;
}

function readStoredSums(log: ExecutionLog, month: string): Map<string, [number, number]> {
  const sums = new Map<string, [number, number]>();
  for (const { id, counted, notCounted } of log.sums(month).workflows) {
    for (const [index, of] of counted.entries()) {
      const not = notCounted[index] ?? 0;
      if (of !== 0 || not !== 0) sums.set(`${month}-${String(index + 1).padStart(2, '0')} ${id}`, [of, not]);
    }
  }
  return sums;
}

test('the sums by workflow and day always equal the counter, and every row has its place in them', () => {
  fc.assert(
    fc.property(commands, (given) => {
      const home = mkdtempSync(join(folder, 'run-'));
      let path = join(home, 'weft.sqlite');
      let { db, log } = open(path);
      let now = START;
      const known: Known[] = [];
      const months = new Set<string>();
      let crashes = 0;
      for (const command of given) {
        const day = dayOf(now);
        switch (command.kind) {
          case 'count': {
            const used = known.filter((one) => one.day.startsWith(day.slice(0, 7)) && one.isCounted).length;
            const id = log.count(run(now, command.workflow), command.limit);
            expect(id !== null).toBe(command.limit === null || used < command.limit);
            if (id !== null) known.push({ id, day, workflow: command.workflow, isCounted: true });
            break;
          }
          case 'note':
            known.push({
              id: log.note(run(now, command.workflow, 'manual'), 'manual'),
              day,
              workflow: command.workflow,
              isCounted: false,
            });
            break;
          case 'cancel': {
            const one = known[command.pick % Math.max(known.length, 1)];
            const isDone = log.cancel(one?.id ?? command.pick);
            // The execution of an earlier month may have no row any more; then nothing changes.
            if (isDone) expect(one?.isCounted).toBe(true);
            if (isDone && one) one.isCounted = false;
            break;
          }
          case 'pass':
            now += command.hours * HOUR_MS;
            break;
          case 'reopen':
            db.close();
            ({ db, log } = open(path));
            break;
          case 'crash': {
            // Copies the files as a kill within the transaction leaves them.
            crashes += 1;
            const left = join(home, `crash-${crashes}`, 'weft.sqlite');
            const from = path;
            let isKilled = false;
            db.function('crash', () => {
              for (const suffix of ['', '-wal']) cpSync(from + suffix, left + suffix, { recursive: true });
              isKilled = true;
              return 0;
            });
            const verb = command.on === 'execution_rows' ? 'INSERT' : 'UPDATE';
            db.exec(
              `CREATE TEMP TRIGGER crashing AFTER ${verb} ON main.${command.on} BEGIN SELECT crash(); END`,
            );
            const id = log.count(run(now, command.workflow), null) ?? 0;
            db.exec('DROP TRIGGER crashing');
            // The first execution of a workflow and day updates no sum, so the trigger did not fire.
            if (!isKilled) {
              known.push({ id, day, workflow: command.workflow, isCounted: true });
              break;
            }
            db.close();
            path = left;
            ({ db, log } = open(path));
          }
        }
        months.add(dayOf(now).slice(0, 7));
        const kept = [...new Set(known.map((one) => one.day.slice(0, 7)))];
        for (const month of months) {
          const { executions, workflows } = log.sums(month);
          const counted = workflows.flatMap((one) => one.counted).reduce((sum, of) => sum + of, 0);
          expect(executions).toBe(counted);
          expect(log.used(month)).toBe(counted);
          if (kept.length <= 13) expect(readStoredSums(log, month)).toEqual(sumsOf(known, month));
        }
        expectRowsIn(log, dayOf(now).slice(0, 7), known);
      }
      db.close();
    }),
    { numRuns: 200 },
  );
}, 180_000);

/** Asserts that the month's rows, page by page, match the known executions. */
function expectRowsIn(log: ExecutionLog, month: string, known: readonly Known[]): void {
  const ids: number[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ month, limit: '7', ...(cursor === null ? {} : { cursor }) });
    const page = answerRows(log, query);
    ids.push(...(page?.rows ?? []).map(({ id }) => id));
    cursor = page?.next ?? null;
  } while (cursor !== null);
  const expected = known.filter(({ day }) => day.startsWith(month)).map(({ id }) => id);
  expect(ids).toEqual(expected.sort((one, other) => other - one));
}

describe('the log', () => {
  let db: DatabaseSync;
  let log: ExecutionLog;
  beforeEach(() => {
    ({ db, log } = open(join(folder, 'weft.sqlite')));
  });
  afterEach(() => db.close());

  test('a failed write changes neither the counter nor the sums nor the rows', () => {
    log.count(run(START), null);
    for (const table of ['execution_days', 'execution_rows']) {
      const before = [log.sums('2026-10'), log.rows({ month: '2026-10' }, 10)];
      const verb = table === 'execution_rows' ? 'INSERT' : 'UPDATE';
      db.exec(
        `CREATE TEMP TRIGGER full BEFORE ${verb} ON main.${table} BEGIN SELECT RAISE(ABORT, 'disk is full'); END`,
      );
      expect(() => log.count(run(START), null)).toThrow('disk is full');
      expect(() => log.note(run(START), 'manual')).toThrow('disk is full');
      db.exec('DROP TRIGGER full');
      expect([log.sums('2026-10'), log.rows({ month: '2026-10' }, 10)]).toEqual(before);
    }
    expect(log.count(run(START), null)).not.toBeNull();
  });

  test('an execution cancelled in the next month is subtracted from the month in which it began', () => {
    const id = log.count(run(Date.UTC(2026, 9, 31, 23, 59)), null) ?? 0;
    log.count(run(Date.UTC(2026, 10, 1)), null);
    log.cancel(id);
    expect([log.used('2026-10'), log.used('2026-11')]).toEqual([0, 1]);
  });

  test('counts from before sums were kept appear without a workflow, once', () => {
    db.exec(`INSERT INTO executions (month, count) VALUES ('2026-09', 7)`);
    for (let times = 0; times < 2; times += 1) {
      log = openExecutionLog(db);
      expect(log.sums('2026-09')).toMatchObject({ executions: 7, workflows: [{ id: '', name: '' }] });
      expect(log.sums('2026-09').workflows[0]?.counted[0]).toBe(7);
    }
  });

  test('keeps the rows of this month and the last, and drops older ones as new ones come', () => {
    for (let month = 6; month < 12; month += 1)
      for (let times = 0; times < 3; times += 1) log.count(run(Date.UTC(2026, month, 3)), null);
    const rowsOf = (month: string) => log.rows({ month }, 10).length;
    expect(['2026-09', '2026-10', '2026-11', '2026-12'].map(rowsOf)).toEqual([0, 0, 3, 3]);
    expect(log.used('2026-09')).toBe(3);
  });

  test('beyond the maximum it drops uncounted rows before counted ones, the oldest first, after a restart too', () => {
    const limited = () => openExecutionLog(db, 'NORMAL', 4);
    const ids = () => log.rows({ month: '2026-10' }, 10).map(({ id }) => id);
    log = limited();
    const [first, second] = [log.count(run(START), null), log.count(run(START), null)];
    const manual = [1, 2, 3].map(() => log.note(run(START, 'a', 'manual'), 'manual'));
    expect(ids()).toEqual([manual[2], manual[1], second, first]);
    log = limited();
    const [third, fourth] = [log.count(run(START), null), log.count(run(START), null)];
    expect(ids()).toEqual([fourth, third, second, first]);
    log.note(run(START, 'a', 'manual'), 'manual');
    expect(ids()).toEqual([fourth, third, second, first]);
    expect(log.count(run(START), null)).not.toBeNull();
    expect(ids().slice(1)).toEqual([fourth, third, second]);
    expect(log.used('2026-10')).toBe(5);
  });

  test('a write that fails does not change how many rows are kept', () => {
    log = openExecutionLog(db, 'NORMAL', 2);
    db.exec(
      `CREATE TEMP TRIGGER full BEFORE UPDATE ON main.execution_days BEGIN SELECT RAISE(ABORT, 'full'); END`,
    );
    log.count(run(START), null);
    for (let times = 0; times < 5; times += 1) expect(() => log.count(run(START), null)).toThrow('full');
    db.exec('DROP TRIGGER full');
    log.count(run(START), null);
    expect(log.rows({ month: '2026-10' }, 10)).toHaveLength(2);
  });

  test('a day has sums for 500 workflows, and one for all the others', () => {
    const ids = Array.from({ length: 503 }, (_, index) => log.count(run(START, `w${index}`), null) ?? 0);
    log.note(run(START, 'w502', 'manual'), 'manual');
    const shared = () => log.sums('2026-10').workflows.find(({ id }) => id === '');
    expect(log.sums('2026-10').workflows).toHaveLength(501);
    expect([shared()?.counted[27], shared()?.notCounted[27]]).toEqual([3, 1]);
    log.cancel(ids[501] ?? 0);
    expect([shared()?.counted[27], shared()?.notCounted[27]]).toEqual([2, 2]);
    expect(log.sums('2026-10').executions).toBe(502);
  });

  test('a month has sums for the 1,000 workflows with most executions, and one for all the others', () => {
    const insert = db.prepare('INSERT INTO execution_days VALUES (?, ?, ?, ?, ?)');
    db.exec('BEGIN');
    for (const day of ['2026-10-26', '2026-10-27', '2026-10-28'])
      for (let id = 0; id < 500; id += 1) insert.run(day, `${day} ${id}`, 'First', id < 332 ? 2 : 1, 1);
    insert.run('2026-10-29', '2026-10-26 499', 'Last', 2, 0);
    insert.run('2026-10-30', '', '', 7, 0);
    db.exec('COMMIT');
    const { workflows } = log.sums('2026-10');
    expect(workflows).toHaveLength(1_000);
    // The 996 with two executions, one with three, the shared sum of a day, and two of the 503 with one.
    const shared = workflows.find(({ id }) => id === '');
    expect(shared?.name).toBe('');
    expect(shared?.counted.slice(25)).toEqual([165, 168, 168, 0, 7, 0]);
    expect(shared?.notCounted.slice(25)).toEqual([165, 168, 168, 0, 0, 0]);
    expect(workflows.find(({ id }) => id === '2026-10-26 499')).toMatchObject({ name: 'Last' });
  });

  test('a sum has the workflow’s last name, and a row the name of its time, cut to 128 characters', () => {
    log.count({ ...run(START), workflowName: 'Old' }, null);
    log.count({ ...run(START), workflowName: 'n'.repeat(200) }, null);
    expect(log.sums('2026-10').workflows[0]?.name).toBe('n'.repeat(128));
    expect(log.rows({ month: '2026-10' }, 2).map(({ workflowName }) => workflowName)).toEqual([
      'n'.repeat(128),
      'Old',
    ]);
  });

  test('a sum keeps its workflow’s name when an earlier execution is cancelled or an inline sub-workflow runs', () => {
    const named = (workflowName: string, trigger?: string) => ({ ...run(START, 'a', trigger), workflowName });
    const nameOf = () => log.sums('2026-10').workflows[0]?.name;
    const old = log.count(named('Old'), null) ?? 0;
    log.count(named('New'), null);
    log.cancel(old);
    expect(nameOf()).toBe('New');
    // n8n gives it the id of the workflow that runs it, and the name of its JSON, which has none at first.
    for (const name of ['', 'Inline']) log.note(named(name, 'sub_workflow'), 'sub_workflow');
    expect(nameOf()).toBe('New');
    log.note(named('Newest', 'manual'), 'manual');
    expect(nameOf()).toBe('Newest');
  });

  test.each([
    ['month=2026-10', 4],
    ['month=2026-10&day=28', 3],
    ['month=2026-10&workflow=b', 1],
    ['month=2026-10&counted=true', 3],
    ['month=2026-10&counted=false', 1],
    ['month=2026-11', 0],
  ])('filters rows by %s', (query, length) => {
    log.count(run(START), null);
    log.count(run(START, 'b'), null);
    log.note(run(START, 'a', 'manual'), 'manual');
    log.count(run(START + 24 * HOUR_MS), null);
    expect(answerRows(log, new URLSearchParams(query))?.rows).toHaveLength(length);
  });

  test.each([
    {},
    { before: 7 },
    { isCounted: true },
    { isCounted: false },
    { workflowId: 'a' },
    { day: 28, isCounted: true },
  ])('a page of %j reads no more rows than it needs: none of the month are sorted', (filter) => {
    let plan = '';
    const explained = {
      prepare: (sql: string) => {
        const values = Array.from({ length: sql.split('?').length - 1 }, () => 1);
        const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
        plan = steps.map(({ detail }) => String(detail)).join('; ');
        return db.prepare(sql);
      },
    } as unknown as DatabaseSync;
    readRows(explained, { month: '2026-10', ...filter }, 50);
    expect(plan).toMatch(/^(SCAN|SEARCH) execution_rows/);
    expect(plan).not.toContain('ORDER BY');
  });

  test.each([
    '',
    'month=2026-13',
    'month=2026-1',
    'month=2026-11&day=0',
    'month=2026-11&day=32',
    'month=2026-11&day=x',
    'month=2026-11&cursor=-1',
    'month=2026-11&counted=maybe',
    'month=2026-11&limit=0',
    'month=2026-11&limit=1001',
  ])('refuses the query %j', (query) => {
    expect(answerRows(log, new URLSearchParams(query))).toBeNull();
  });
});

test('the counter of earlier data is raised once for a claim, and its sums with it', () => {
  const path = join(folder, 'raised.sqlite');
  const { log } = open(path);
  const rows = [1, 2, 3].map(() => log.count(run(START), null));
  log.raise({ claim: 1, month: '2026-10', executions: 10 });
  expect(log.used('2026-10')).toBe(10);
  expect(log.count(run(START), 10)).toBeNull();
  log.cancel(rows[0] ?? 0);
  const again = open(path).log;
  again.raise({ claim: 1, month: '2026-10', executions: 10 });
  expect(again.used('2026-10')).toBe(9);
  again.raise({ claim: 2, month: '2026-10', executions: 4 });
  const { executions, workflows } = again.sums('2026-10');
  const counted = workflows.flatMap((one) => one.counted);
  expect([executions, counted.reduce((sum, count) => sum + count, 0)]).toEqual([9, 9]);
  again.raise({ claim: 3, month: '2026-11', executions: 5 });
  expect(again.used('2026-11')).toBe(5);
});

test.each([undefined, '', '1/2026-10', 'x/2026-10/3', '1/2026-10/-3', '1/2026-10/3/4'])(
  '%j raises nothing',
  (text) => expect(readCountedBefore(text)).toBeNull(),
);
