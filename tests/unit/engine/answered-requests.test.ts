import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAnsweredRequests } from '#engine/hook/answered-requests.ts';

let folder: string;
let reports: unknown[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-answers-'));
  reports = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = () => join(folder, 'answered.sqlite');
/** Opens the file beside any earlier process that still has it open, as after a kill. */
const open = () => openAnsweredRequests(path(), (error) => reports.push(error));

test('knows a running request, and its answer also in the next process', () => {
  const answered = open();
  expect(answered.statusOf('hld_1')).toBeUndefined();
  answered.begin('hld_1');
  expect(answered.statusOf('hld_1')).toBeNull();
  answered.end('hld_1', 200);
  answered.begin('hld_2');
  expect(answered.statusOf('hld_1')).toBe(200);
  const next = open();
  expect([next.statusOf('hld_1'), next.statusOf('hld_2')]).toEqual([200, undefined]);
});

test.each([404, 408, 429, 502, 503, 504, null])('runs a request again that ended with %s', (status) => {
  const answered = open();
  answered.begin('hld_1');
  answered.end('hld_1', status);
  expect([answered.statusOf('hld_1'), open().statusOf('hld_1')]).toEqual([undefined, undefined]);
});

test('keeps the last status of a request that ran again', () => {
  const answered = open();
  for (const status of [500, 200]) {
    answered.begin('hld_1');
    answered.end('hld_1', status);
  }
  expect(open().statusOf('hld_1')).toBe(200);
});

test('remembers the last 10,000 answers', () => {
  const answered = open();
  for (let number = 1; number <= 10_002; number += 1) {
    answered.begin(`hld_${number}`);
    answered.end(`hld_${number}`, 200);
  }
  for (const known of [answered, open()])
    expect(['hld_2', 'hld_3', 'hld_10002'].map(known.statusOf)).toEqual([undefined, 200, 200]);
});

test('knows a request that still runs, however many are answered meanwhile', () => {
  const answered = open();
  answered.begin('hld_slow');
  for (let number = 1; number <= 10_001; number += 1) {
    answered.begin(`hld_${number}`);
    answered.end(`hld_${number}`, 200);
  }
  expect(answered.statusOf('hld_slow')).toBeNull();
});

test('on a full disk, remembers the answer in this process and reports the failure', () => {
  const answered = open();
  const other = new DatabaseSync(path());
  other.exec("CREATE TRIGGER full BEFORE INSERT ON answers BEGIN SELECT RAISE(ABORT, 'full'); END");
  answered.begin('hld_1');
  answered.end('hld_1', 200);
  expect([answered.statusOf('hld_1'), reports.length]).toEqual([200, 1]);
  other.close();
});
