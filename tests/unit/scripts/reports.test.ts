import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from '#scripts/checks/reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-reports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(report: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

const vitestTest = (status: string, fullName: string, failureMessages: string[] = []) => ({
  status,
  fullName,
  failureMessages,
});

test('a failed test of vitest is named with its file and the first line of its message', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numFailedTestSuites: 1,
    testResults: [
      {
        name: join(process.cwd(), 'tests/unit/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          vitestTest('passed', 'adds'),
          vitestTest('failed', 'subtracts', [
            '\u001b[31mAssertionError: expected 1 to be 2\u001b[39m\n    at a.test.ts:3',
          ]),
        ],
      },
    ],
  };
  expect(readVitestReport(written(report))).toEqual({
    passed: 1,
    failed: 1,
    failures: ['tests/unit/a.test.ts: subtracts: AssertionError: expected 1 to be 2'],
  });
});

test('a file that does not load counts once and is named', () => {
  const report = {
    numPassedTests: 0,
    numFailedTests: 0,
    numFailedTestSuites: 1,
    testResults: [
      {
        name: join(process.cwd(), 'tests/unit/b.test.ts'),
        status: 'failed',
        message: 'SyntaxError: x',
        assertionResults: [],
      },
    ],
  };
  expect(readVitestReport(written(report))).toEqual({
    passed: 0,
    failed: 1,
    failures: ['tests/unit/b.test.ts: does not load: SyntaxError: x'],
  });
});

test('failed and flaky tests of Playwright are named, at any depth', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'a.spec.ts',
    tests: [{ status, results: [message === undefined ? {} : { error: { message } }] }],
  });
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 1 },
    suites: [
      {
        specs: [spec('opens', 'expected')],
        suites: [{ specs: [spec('closes', 'unexpected', 'Error: timeout\nat x'), spec('saves', 'flaky')] }],
      },
    ],
  };
  expect(readPlaywrightReport(written(report))).toEqual({
    passed: 1,
    failed: 2,
    failures: ['a.spec.ts: closes: Error: timeout', 'a.spec.ts: saves'],
  });
});

test('a runner that wrote no report counts nothing', () => {
  const none = { passed: 0, failed: 0, failures: [] };
  expect(readVitestReport(join(folder, 'missing.json'))).toEqual(none);
  expect(readPlaywrightReport(join(folder, 'missing.json'))).toEqual(none);
});
