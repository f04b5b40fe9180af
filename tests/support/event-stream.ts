import type { IncomingMessage } from 'node:http';
import type { TestPortal } from './portal-client.ts';
import { openAnswer } from './workspace-client.ts';

export interface ServerEvent {
  event: string;
  data: string;
}

export interface EventStream {
  answer: IncomingMessage;
  /** Resolves once the stream has ended, with how it ended. */
  ended: Promise<'ended' | 'broken'>;
  /** Disconnects, like a closed tab. */
  close(): void;
}

/** Opens a stream of server-sent events of a workspace through the gateway. @throws Error for any answer but 200. */
export async function openEventStream(
  portal: Pick<TestPortal, 'portalUrl'>,
  name: string,
  path: string,
  { headers = {}, onEvent }: { headers?: Record<string, string>; onEvent: (event: ServerEvent) => void },
): Promise<EventStream> {
  const answer = await openAnswer(portal, name, path, {
    headers: { Accept: 'text/event-stream', ...headers },
  });
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw new Error(`The event stream answered ${answer.statusCode}.`);
  }
  let pending = '';
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    const blocks = (pending + chunk).split(/\r?\n\r?\n/);
    pending = blocks.pop() ?? '';
    for (const block of blocks) onEvent(parseEvent(block));
  });
  const ended = new Promise<'ended' | 'broken'>((resolve) => {
    answer.on('end', () => resolve('ended'));
    answer.on('error', () => resolve('broken'));
    answer.on('close', () => resolve('broken'));
  });
  return { answer, ended, close: () => void answer.destroy() };
}

function parseEvent(block: string): ServerEvent {
  const fields = block.split(/\r?\n/).map((line) => /^(\w*): ?(.*)$/.exec(line));
  const valuesOf = (name: string) => fields.flatMap((field) => (field?.[1] === name ? [field[2] ?? ''] : []));
  return { event: valuesOf('event')[0] ?? 'message', data: valuesOf('data').join('\n') };
}
