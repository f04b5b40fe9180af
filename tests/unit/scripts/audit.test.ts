import { expect, test } from 'vitest';
import { type AuditVerdict, CONSENT, judgeAudit, refuseVulnerableLibraries } from '#scripts/audit.ts';

/** A report of npm 11, reduced to what the script reads. */
function report(...found: Array<[name: string, severity: string]>): string {
  const vulnerabilities = Object.fromEntries(
    found.map(([name, severity]) => [name, { name, severity, via: [], range: '*', fixAvailable: true }]),
  );
  return JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { vulnerabilities: {} } });
}

const noOne = async () => null;

test.each([
  ['nothing', report(), 0],
  ['what is below high', report(['a', 'low'], ['b', 'moderate'], ['c', 'info']), 3],
] as const)('a report of %s allows the deployment', async (_case, output, lesser) => {
  const verdict = judgeAudit(output);
  expect(verdict).toEqual({ kind: 'clean', lesser });
  expect(await refuseVulnerableLibraries(verdict, noOne)).toContain(
    lesser === 0 ? 'critical.' : `Below that: ${lesser}`,
  );
});

test.each(['high', 'critical'])(
  'a vulnerability that is %s refuses it, whatever the confirmation',
  async (severity) => {
    const verdict = judgeAudit(report(['zod', severity], ['a', 'low']));
    expect(verdict).toEqual({ kind: 'vulnerable', found: [`zod (${severity})`] });
    await expect(refuseVulnerableLibraries(verdict, async () => CONSENT)).rejects.toThrow(
      `zod (${severity})`,
    );
  },
);

test.each([
  [
    'a registry without the endpoint',
    '{"message":"405 Method Not Allowed - POST /bulk","statusCode":405}',
    '405',
  ],
  [
    'no network',
    '{"message":"request to https://registry.npmjs.org failed","error":{}}',
    'registry.npmjs.org',
  ],
  ['no output', '', 'no report'],
  ['half an output', '{"vulnerabilities":', 'no report'],
  ['a severity that is unknown', report(['zod', 'dreadful']), 'no report'],
  ['a list instead of a report', '[]', 'no report'],
] as const)('refuses %s as a confirmation', (_case, output, reason) => {
  const verdict = judgeAudit(output);
  expect(verdict.kind).toBe('unknown');
  expect(verdict).toMatchObject({ reason: expect.stringContaining(reason) });
});

test('deploys without an answer only after typed consent', async () => {
  const unknown: AuditVerdict = { kind: 'unknown', reason: 'offline' };
  const questions: string[] = [];
  const answering = (answer: string | null) => (question: string) => {
    questions.push(question);
    return Promise.resolve(answer);
  };
  expect(await refuseVulnerableLibraries(unknown, answering(` ${CONSENT} `))).toContain('without an audit');
  for (const answer of [null, '', 'y', 'yes', 'WITHOUT AUDIT!']) {
    await expect(refuseVulnerableLibraries(unknown, answering(answer))).rejects.toThrow(
      'Nothing is deployed',
    );
  }
  expect(questions[0]).toContain('offline');
  expect(questions[0]).toContain(CONSENT);
});
