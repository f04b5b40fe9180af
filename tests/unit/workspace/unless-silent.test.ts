import { expect, test } from 'vitest';
import { failWhenSilent } from '#app/integrations/workspace-process/unless-silent.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A controllable stream that records its cancellation. */
function sender() {
  let controller: ReadableByteStreamController | undefined;
  let isLetGo = false;
  const stream = new ReadableStream({
    type: 'bytes',
    start(given) {
      controller = given;
    },
    cancel() {
      isLetGo = true;
    },
  });
  return {
    stream,
    send: (text: string) => controller?.enqueue(bytes(text)),
    end: () => controller?.close(),
    breakOff: () => controller?.error(new Error('broke off')),
    get isLetGo() {
      return isLetGo;
    },
  };
}

test('passes all chunks on', async () => {
  const { stream, send, end } = sender();
  send('one');
  send('two');
  end();
  let text = '';
  for await (const chunk of failWhenSilent(stream, 1_000)) text += new TextDecoder().decode(chunk);
  expect(text).toBe('onetwo');
});

test('fails and cancels a sender that stops sending', async () => {
  const from = sender();
  from.send('one');
  const passed = failWhenSilent(from.stream, 40);
  expect((await passed.next()).value).toEqual(bytes('one'));
  await expect(passed.next()).rejects.toThrow('No bytes arrived for 40 ms.');
  expect(from.isLetGo).toBe(true);
});

test('tolerates a slow reader', async () => {
  const { stream, send, end } = sender();
  send('one');
  const passed = failWhenSilent(stream, 40);
  await passed.next();
  await new Promise((resolve) => setTimeout(resolve, 120));
  send('two');
  expect(new TextDecoder().decode((await passed.next()).value ?? undefined)).toBe('two');
  end();
  expect((await passed.next()).done).toBe(true);
});

test('fails on an aborted stream, and cancels the sender when the reader stops', async () => {
  const broken = sender();
  broken.breakOff();
  await expect(failWhenSilent(broken.stream, 1_000).next()).rejects.toThrow('broke off');
  const left = sender();
  left.send('one');
  for await (const _ of failWhenSilent(left.stream, 1_000)) break;
  await expect.poll(() => left.isLetGo).toBe(true);
});
