import { expect, test } from 'vitest';
import { heldStates } from '#app/domain/held-webhooks/held-request.ts';
import { HOUR_MS } from '#app/domain/time/clock.ts';
import { pathRows } from '#durable-objects/workspace/held/path-rows.ts';
import { heldRows } from '#durable-objects/workspace/held/rows.ts';
import type { Sql } from '#durable-objects/workspace/held/sql.ts';
import { heldDatabase, storageOf } from '#tests/lifecycle/held/sqlite.ts';

const PATH = '/webhook/orders';

/** An object's tables, which note the plan of each query. */
function explained() {
  const db = heldDatabase();
  const stored = storageOf(db, () => true);
  const plans = new Map<string, string[]>();
  const sql: Sql = {
    exec(query, ...values) {
      const plan = db.prepare(`EXPLAIN QUERY PLAN ${query}`).all(...(values as string[]));
      plans.set(
        query,
        plan.map(({ detail }) => String(detail)),
      );
      return stored.exec(query, ...values);
    },
  };
  return { sql, plans, rows: heldRows(sql), paths: pathRows(sql) };
}

/** A page of all states reads only rows that it returns; a row without content is known before any column behind it is read. */
const BOUNDED =
  /WHERE sequence < \?(?: AND path = \?)? ORDER BY sequence DESC LIMIT \?\)|WHERE (?:sequence < \? AND )?content IS NULL/;

/** @returns the queries that read columns behind the body of more rows than they return. */
function readingBodies(plans: Map<string, string[]>): string[] {
  const isTable = (detail: string) =>
    /^(?:SCAN|SEARCH) (?:held_requests|request)\b/.test(detail) &&
    !/COVERING INDEX|INDEX held_(?:open|due)|rowid=\?/.test(detail);
  return [...plans]
    .filter(([query, details]) => details.some(isTable) && !BOUNDED.test(query))
    .map(([query]) => query);
}

test('the queries of the screen, of a wake and of an alarm read no stored body', () => {
  const { plans, rows, paths } = explained();
  rows.sumKept();
  paths.list(HOUR_MS);
  paths.list(HOUR_MS, PATH);
  rows.totals();
  for (const state of [undefined, ...heldStates])
    for (const path of [undefined, PATH])
      rows.page({ ...(state && { state }), ...(path && { path }), before: 9, limit: 51 });
  rows.head(PATH);
  rows.nextAt();
  rows.forgetBefore(0);
  expect(plans.size).toBeGreaterThan(10);
  expect(readingBodies(plans)).toEqual([]);
  // Nor does SQLite sort or gather what it only counts.
  const isGathered = (detail: string) => /TEMP B-TREE FOR (?:GROUP|DISTINCT|count)/.test(detail);
  expect([...plans].filter(([, details]) => details.some(isGathered))).toEqual([]);
});
