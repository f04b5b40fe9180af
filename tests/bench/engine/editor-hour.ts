import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { buildHook } from '#engine/build.ts';
import { workflow } from '#engine/contract/workflows.ts';
import { installableVersions, installN8n } from '#engine/install.ts';
import {
  createWorkflow,
  enterWorkspace,
  publishWorkflow,
  type Workplace,
} from '#tests/support/n8n-workspace.ts';
import { eventually, PortalClient } from '#tests/support/portal-client.ts';
import { setUpOnline } from '#tests/support/set-up.ts';
import { startTestStack } from '#tests/support/test-stack.ts';
import { openAnswer } from '#tests/support/workspace-client.ts';
import { type EditorSession, openEditorSession } from './editor-session.ts';

const ROUND_MS = 5_000;
/** n8n on two shared cores takes up to 164 s to be ready (docs/engine.md). */
const START_WITHIN_MS = 5 * MINUTE_MS;
const MCP_PATH = 'bench-tools';

/**
 * Measures an n8n editor that stays open behind the gateway: how often its connections end, the lost answers, and the
 * latencies.
 * @param minutes the duration, one by default.
 */
export async function benchEditor(minutes = 1): Promise<void> {
  for (const version of installableVersions()) await installN8n(version, console.info);
  await buildHook();
  const stack = await startTestStack({ engine: 'n8n' });
  try {
    const client = new PortalClient(stack);
    const { accountName } = await setUpOnline(client, START_WITHIN_MS);
    const place = await enterWorkspace(client, accountName);
    const { id } = await createWorkflow(place, workflow('by-hand'));
    await publishMcpTrigger(place);
    const session = await openEditorSession(place, { workflowId: id, mcpPath: MCP_PATH });
    await playFor(minutes, session);
    session.close();
    report(minutes, session);
  } finally {
    await stack.stop();
  }
}

async function publishMcpTrigger(place: Workplace): Promise<void> {
  const sample = workflow(MCP_PATH);
  const [node] = sample.nodes;
  if (!node) throw new Error('The sample workflow has no node.');
  const trigger = {
    ...node,
    name: 'MCP Server Trigger',
    type: '@n8n/n8n-nodes-langchain.mcpTrigger',
    // The version that answers over server-sent events.
    typeVersion: 1,
    parameters: { path: MCP_PATH },
  };
  await publishWorkflow(place, { ...sample, nodes: [trigger] });
  // n8n registers the path a moment later.
  await eventually(async () => {
    const answer = await openAnswer(place, place.name, `/mcp/${MCP_PATH}/sse`);
    answer.destroy();
    return answer.statusCode === 200;
  });
}

async function playFor(minutes: number, session: EditorSession): Promise<void> {
  const startedAt = performance.now();
  const rounds = Math.max(1, Math.round((minutes * MINUTE_MS) / ROUND_MS));
  for (let round = 1; round <= rounds; round += 1) {
    await session.playRound();
    const earlyMs = startedAt + round * ROUND_MS - performance.now();
    if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
    if ((round * ROUND_MS) % (10 * MINUTE_MS) === 0)
      console.info(`after ${(round * ROUND_MS) / MINUTE_MS} minutes: ${session.push.summary()}`);
  }
  for (const ledger of [session.push, session.events, session.calls]) await ledger.settle();
}

/** @throws Error if a connection ended, an answer was lost or a request failed. */
function report(minutes: number, session: EditorSession): void {
  console.info(`an editor that was open for ${minutes} minutes:`);
  const wrong = [session.push, session.events, session.calls].flatMap((ledger) => {
    console.info(ledger.summary());
    return ledger.problems();
  });
  if (wrong.length > 0) throw new Error(wrong.slice(0, 20).join('\n'));
}
