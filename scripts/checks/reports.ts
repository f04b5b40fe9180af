import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

export interface Outcome {
  passed: number;
  failed: number;
  /** A line for each failed test or file: where, its title, and the first line of the message. */
  failures: string[];
}

const nothing: Outcome = { passed: 0, failed: 0, failures: [] };

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const playwrightSpecSchema = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
    }),
  ),
});
const playwrightSuiteSchema = z.object({
  specs: z.array(playwrightSpecSchema).default([]),
  get suites() {
    return z.array(playwrightSuiteSchema).default([]);
  },
});
const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(playwrightSuiteSchema).default([]),
});

/** A file that does not load counts as one failure: it may contain any number of tests. */
export function readVitestReport(file: string): Outcome {
  const report = read(file, vitestSchema);
  if (!report) return { ...nothing };
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(process.cwd(), name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && tests.length === 0) return [failure(path, 'does not load', message)];
    return tests.map((test) => failure(path, test.fullName, test.failureMessages?.[0]));
  });
  const failed = report.numFailedTests || (report.numFailedTestSuites > 0 ? 1 : 0);
  return { passed: report.numPassedTests, failed, failures };
}

/** A test that passes only on a retry has failed. */
export function readPlaywrightReport(file: string): Outcome {
  const report = read(file, playwrightSchema);
  if (!report) return { ...nothing };
  const failures = report.suites
    .flatMap(specsOf)
    .flatMap(({ file: path, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) => failure(path, title, results.find(({ error }) => error)?.error?.message)),
    );
  return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky, failures };
}

function specsOf(suite: z.infer<typeof playwrightSuiteSchema>): Array<z.infer<typeof playwrightSpecSchema>> {
  return [...suite.specs, ...suite.suites.flatMap(specsOf)];
}

function failure(path: string, title: string, message = ''): string {
  const [firstLine = ''] = stripVTControlCharacters(message).trim().split('\n');
  return `${path}: ${title}${firstLine ? `: ${firstLine}` : ''}`;
}

function read<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> | null {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}
