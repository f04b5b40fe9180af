import { expect, test } from 'vitest';
import { failWhenSilent } from '#app/integrations/workspace-process/unless-silent.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A stream that sends what it is told to, and says when it was let go. */
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

test('what comes is passed on to its end', async () => {
  const { stream, send, end } = sender();
  send('one');
  send('two');
  end();
  let text = '';
  for await (const chunk of failWhenSilent(stream, 1_000)) text += new TextDecoder().decode(chunk);
  expect(text).toBe('onetwo');
});

test('a sender that falls silent fails, and is let go', async () => {
  const from = sender();
  from.send('one');
  const passed = failWhenSilent(from.stream, 40);
  expect((await passed.next()).value).toEqual(bytes('one'));
  await expect(passed.next()).rejects.toThrow('Nothing came for 40 ms.');
  expect(from.isLetGo).toBe(true);
});

test('a reader that is slow is no silence', async () => {
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

test('what breaks off fails, and who stops reading lets the sender go', async () => {
  const broken = sender();
  broken.breakOff();
  await expect(failWhenSilent(broken.stream, 1_000).next()).rejects.toThrow('broke off');
  const left = sender();
  left.send('one');
  for await (const _ of failWhenSilent(left.stream, 1_000)) break;
  await expect.poll(() => left.isLetGo, { timeout: 10_000 }).toBe(true);
});
