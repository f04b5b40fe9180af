import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

export interface Outcome {
  passed: number;
  failed: number;
}

const nothing: Outcome = { passed: 0, failed: 0 };

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
});
const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/** A file that does not load counts as one failure: it may contain any number of tests. */
export function readVitestReport(file: string): Outcome {
  const report = read(file, vitestSchema);
  if (!report) return { ...nothing };
  const failed = report.numFailedTests || (report.numFailedTestSuites > 0 ? 1 : 0);
  return { passed: report.numPassedTests, failed };
}

/** A test that passes only on a retry has failed. */
export function readPlaywrightReport(file: string): Outcome {
  const report = read(file, playwrightSchema);
  if (!report) return { ...nothing };
  return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky };
}

function read<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> | null {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}
