import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { z } from 'zod';

/** The words that confirm a deployment without an audit, which no one types by mistake. */
export const CONSENT = 'without audit';

/** The result of `npm audit` for the libraries of the Worker's bundle. */
export type AuditVerdict =
  | { kind: 'clean'; lesser: number }
  | { kind: 'vulnerable'; found: string[] }
  /** The registry was not reached, or has no list of vulnerabilities. */
  | { kind: 'unknown'; reason: string };

const severities = z.enum(['info', 'low', 'moderate', 'high', 'critical']);
const reportSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ name: z.string(), severity: severities })),
});
const failureSchema = z.object({ message: z.string().min(1) });

/** @param output the output of `npm audit --omit=dev --json`, whatever its exit code. */
export function judgeAudit(output: string): AuditVerdict {
  const value = readJson(output);
  const report = reportSchema.safeParse(value);
  if (!report.success) {
    const failure = failureSchema.safeParse(value);
    return { kind: 'unknown', reason: failure.success ? failure.data.message : 'npm audit wrote no report' };
  }
  const all = Object.values(report.data.vulnerabilities);
  const grave = all.filter(({ severity }) => severity === 'high' || severity === 'critical');
  if (grave.length === 0) return { kind: 'clean', lesser: all.length };
  return { kind: 'vulnerable', found: grave.map(({ name, severity }) => `${name} (${severity})`).sort() };
}

/**
 * Decides whether to deploy (docs/asvs.md, "Third-party code"): never with a known vulnerability that is high or critical,
 * and without an audit only after the operator's consent.
 *
 * @param ask asks the operator; null if no one can answer.
 * @returns a line to show.
 * @throws Error with the reason for not deploying.
 */
export async function refuseVulnerableLibraries(
  verdict: AuditVerdict,
  ask: (question: string) => Promise<string | null>,
): Promise<string> {
  if (verdict.kind === 'clean') {
    const lesser =
      verdict.lesser === 0 ? '' : ` Below that: ${verdict.lesser}; see \`npm audit --omit=dev\`.`;
    return `No library has a known vulnerability that is high or critical.${lesser}`;
  }
  if (verdict.kind === 'vulnerable') {
    const names = verdict.found.map((name) => `  ${name}`).join('\n');
    throw new Error(
      `Libraries of the bundle have known vulnerabilities; update them with \`npm audit fix --omit=dev\`:\n${names}`,
    );
  }
  const question = `Known vulnerabilities could not be looked up: ${verdict.reason}\nType "${CONSENT}" to deploy all the same: `;
  const answer = await ask(question);
  if (answer?.trim() === CONSENT) return 'Deploying without an audit, as you said.';
  throw new Error(`Nothing is deployed: vulnerabilities could not be looked up (${verdict.reason}).`);
}

/** Runs `npm audit` on production's dependencies. */
export function runAudit(): AuditVerdict {
  const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
  if (error) return { kind: 'unknown', reason: error.message };
  return judgeAudit(stdout);
}

/** Asks at the terminal. @returns null without a terminal, such as in CI. */
export async function askAtTerminal(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
