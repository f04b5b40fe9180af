import type { InstanceFacts } from '#app/domain/instance/state.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { liveHeaders } from '#durable-objects/workspace/live.ts';
import { stubOf } from './workspace.ts';

/**
 * A live connection that records its messages in order.
 * @param listeners the Worker's tags: the listener, and what they may receive. @param endsAt when the session ends, UTC ms.
 */
export async function listen(facts: InstanceFacts, listeners?: string, endsAt?: number) {
  const response = await stubOf(facts).fetch('http://localhost:8787/instance/live', {
    headers: {
      Upgrade: 'websocket',
      ...(listeners && { [liveHeaders.listeners]: listeners }),
      ...(endsAt && { [liveHeaders.endsAt]: String(endsAt) }),
    },
  });
  const socket = response.webSocket;
  if (response.status !== 101 || !socket) throw new Error(`no WebSocket: ${response.status}`);
  const messages: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    messages.push(String(data));
  });
  socket.accept();
  const views = () =>
    messages
      .filter((message) => message.startsWith('{'))
      .map((message) => JSON.parse(message) as InstanceView);
  return { socket, messages, views };
}
