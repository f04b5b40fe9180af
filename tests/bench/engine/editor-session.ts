import { randomUUID } from 'node:crypto';
import { openEventStream, type ServerEvent } from '#tests/support/event-stream.ts';
import { ask, post, type Workplace } from '#tests/support/n8n-workspace.ts';
import { openWorkspaceSocket } from '#tests/support/workspace-client.ts';
import { AnswerLedger } from './answer-ledger.ts';

export interface EditorSession {
  push: AnswerLedger;
  events: AnswerLedger;
  calls: AnswerLedger;
  /** Plays one round: a manual run, an MCP ping, a small call. Resolves once all three are sent. */
  playRound(): Promise<void>;
  close(): void;
}

/** The heartbeat interval of n8n's editor, ms. */
const HEARTBEAT_MS = 30_000;
const REOPEN_AFTER_MS = 1_000;

const initialize = {
  jsonrpc: '2.0',
  id: 'initialize',
  method: 'initialize',
  params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

/**
 * Opens the connections of an editor: n8n's push channel (a WebSocket), and the server-sent events of an MCP trigger. The
 * end of a manual run arrives over the first, an MCP answer over the second. Both are reopened when they end.
 */
export async function openEditorSession(
  place: Workplace,
  { workflowId, mcpPath }: { workflowId: string; mcpPath: string },
): Promise<EditorSession> {
  const [push, events, calls] = [
    new AnswerLedger('push channel'),
    new AnswerLedger('server-sent events'),
    new AnswerLedger('small calls'),
  ];
  const pushRef = randomUUID();
  let isOpen = true;
  let round = 0;

  /** Opens a connection, and reopens it whenever it ends. @returns the open connection. */
  const keepOpen = async <Opened>(
    ledger: AnswerLedger,
    open: () => Promise<{ opened: Opened; ended: Promise<unknown> }>,
  ): Promise<{ current: Opened }> => {
    const again = (how: unknown) => {
      if (!isOpen) return;
      ledger.disconnects.push(`${new Date().toISOString()} ${String(how)}`);
      setTimeout(() => reopen().catch(again), REOPEN_AFTER_MS);
    };
    const first = await open();
    const held = { current: first.opened };
    void first.ended.then(again);
    const reopen = async () => {
      const { opened, ended } = await open();
      held.current = opened;
      void ended.then(again);
    };
    return held;
  };

  const openPush = async () => {
    const opened = await openWorkspaceSocket(place, place.name, `/rest/push?pushRef=${pushRef}`, {
      headers: { Cookie: place.cookie },
      onMessage: (text) => {
        const { type, data } = JSON.parse(text) as { type: string; data: { executionId?: string } };
        if (type === 'executionFinished' && data.executionId) push.onArrived(data.executionId);
      },
    });
    return { opened, ended: opened.ended };
  };
  const socket = await keepOpen(push, openPush);

  const openEvents = async () => {
    let onEndpoint = (_path: string) => {};
    const endpointSent = new Promise<string>((resolve) => {
      onEndpoint = resolve;
    });
    const onEvent = ({ event, data }: ServerEvent) => {
      if (event === 'endpoint') return onEndpoint(data);
      const { id } = JSON.parse(data) as { id?: string };
      if (id) events.onArrived(id);
    };
    const stream = await openEventStream(place, place.name, `/mcp/${mcpPath}/sse`, { onEvent });
    const endpoint = await endpointSent;
    events.onSent(initialize.id, performance.now());
    await post(place, endpoint, initialize);
    await post(place, endpoint, { jsonrpc: '2.0', method: 'notifications/initialized' });
    return { opened: { stream, endpoint }, ended: stream.ended };
  };
  const eventStream = await keepOpen(events, openEvents);

  const heartbeat = setInterval(() => socket.current.send('{"type":"heartbeat"}'), HEARTBEAT_MS);

  const runByHand = async () => {
    const sentAt = performance.now();
    const body = { triggerToStartFrom: { name: 'Start' } };
    const text = await post(place, `/rest/workflows/${workflowId}/run`, body, { 'push-ref': pushRef });
    const { data } = JSON.parse(text) as { data: { executionId: string } };
    push.onSent(data.executionId, sentAt);
  };
  const ping = async (id: string) => {
    events.onSent(id, performance.now());
    await post(place, eventStream.current.endpoint, { jsonrpc: '2.0', id, method: 'ping' });
  };
  const listWorkflows = async (id: string) => {
    calls.onSent(id, performance.now());
    await ask(place, '/rest/workflows');
    calls.onArrived(id);
  };

  return {
    push,
    events,
    calls,
    async playRound() {
      round += 1;
      const onFailure = (ledger: AnswerLedger) => (error: unknown) =>
        void ledger.failures.push(`${new Date().toISOString()} ${String(error)}`);
      await Promise.all([
        runByHand().catch(onFailure(push)),
        ping(`ping-${round}`).catch(onFailure(events)),
        listWorkflows(`list-${round}`).catch(onFailure(calls)),
      ]);
    },
    close() {
      isOpen = false;
      clearInterval(heartbeat);
      socket.current.close();
      eventStream.current.stream.close();
    },
  };
}
