import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { checkHandler } from '#engine/hook/check.ts';
import type { CheckedWorkflow } from '#engine/hook/n8n/n8n.ts';

const KEY = 'k'.repeat(40);

function workflowWithProblem(index: number, isActive: boolean): CheckedWorkflow {
  const problem = {
    workflowId: `w${index}`,
    workflow: `W ${index}`,
    node: 'N',
    isActive,
    kind: 'node_type_unknown' as const,
    detail: 'gone',
  };
  return { isActive, problems: [problem] };
}

/** @returns the route's answer about these workflows, in the order in which n8n has them. */
async function check(workflows: readonly CheckedWorkflow[]) {
  async function* checkAll() {
    yield* workflows;
  }
  const handler = checkHandler({ config: { signInKey: KEY }, n8n: { workflows: { checkAll } } });
  const server = createServer((request, response) => void handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const authorization = `Bearer ${createHmac('sha256', KEY).update('check').digest('hex')}`;
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { authorization } });
    const { data } = (await answer.json()) as {
      data: { problems: Array<{ isActive: boolean }>; isCut: boolean; workflows: number };
    };
    return data;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('lists the problems of active workflows before 1,000 others that are older', async () => {
  const older = Array.from({ length: 1_000 }, (_, index) => workflowWithProblem(index, false));
  const { problems, isCut, workflows } = await check([...older, workflowWithProblem(1_000, true)]);
  expect([workflows, problems.length, isCut]).toEqual([1_001, 1_000, true]);
  expect(problems.filter(({ isActive }) => isActive)).toHaveLength(1);
});

test('a list of 1,000 problems is complete', async () => {
  const all = Array.from({ length: 1_000 }, (_, index) => workflowWithProblem(index, true));
  expect(await check(all)).toMatchObject({ isCut: false, workflows: 1_000 });
});
