import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SampleWorkflow, workflow } from '#engine/contract/workflows.ts';
import { signInToken, type Workspace } from '#engine/contract/workspace.ts';

const ACTIVE_WORKFLOWS = 10;
const PER_SECOND = 20;
const LOAD_MS = 60_000;
const SIGN_INS = 10;

/** Ten active workflows: each a webhook whose answer a Code node computes, so that the task runner works too. */
export function samples(): SampleWorkflow[] {
  return Array.from({ length: ACTIVE_WORKFLOWS }, (_, index) => {
    const sample = workflow(index === 0 ? 'load' : `idle-${index}`);
    const code = {
      id: randomUUID(),
      name: 'Code',
      type: 'n8n-nodes-base.code',
      typeVersion: 2,
      position: [200, 0],
      parameters: {
        jsCode:
          'return [{ json: { sum: Array.from({ length: 1000 }, (_, i) => i).reduce((a, b) => a + b) } }];',
      },
    };
    const withCode = <Version extends Pick<SampleWorkflow, 'nodes' | 'connections'>>(version: Version) => ({
      ...version,
      nodes: [...version.nodes, code],
      connections: { Webhook: { main: [[{ node: 'Code', type: 'main', index: 0 }]] } },
    });
    const { published } = sample;
    return withCode({ ...sample, published: published && withCode(published) }) as unknown as SampleWorkflow;
  });
}

/** Calls the webhook under load. */
export const call = async (workspace: Workspace) => {
  const answer = await workspace.get('/webhook/load');
  return { status: answer.status, text: await answer.text() };
};

/** Sends each request when it is due, whether or not earlier ones are answered; its latency counts from then. */
export async function executions(workspace: Workspace): Promise<string> {
  const startsAt = performance.now();
  const tookMs: number[] = [];
  let refused = 0;
  const answers: Promise<void>[] = [];
  for (let index = 0; index < (LOAD_MS / 1_000) * PER_SECOND; index += 1) {
    const dueAt = startsAt + (index * 1_000) / PER_SECOND;
    await sleep(Math.max(0, dueAt - performance.now()));
    answers.push(
      call(workspace).then(
        ({ status }) => {
          if (status !== 200) refused += 1;
          tookMs.push(performance.now() - dueAt);
        },
        () => {
          refused += 1;
        },
      ),
    );
  }
  await Promise.all(answers);
  return `${quantile(tookMs, 0.5)}, ${quantile(tookMs, 0.99)} ms, ${refused} of ${answers.length}`;
}

/** @returns the duration of a sign-in by link: median and maximum. */
export async function signIns(workspace: Workspace): Promise<string> {
  const tookMs: number[] = [];
  for (let index = 0; index < SIGN_INS; index += 1) {
    const token = signInToken();
    const startedAt = performance.now();
    const { status } = await workspace.open(token);
    if (status !== 302) throw new Error(`a sign-in answered ${status}`);
    tookMs.push(performance.now() - startedAt);
  }
  return `${quantile(tookMs, 0.5)}, ${quantile(tookMs, 1)} ms`;
}

function quantile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
}
