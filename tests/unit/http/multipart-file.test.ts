import { expect, test } from 'vitest';
import { openMultipartFile } from '#app/http/multipart-file.ts';

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';

/** A posted form whose body arrives in chunks of this size. */
function postFile(
  body: Uint8Array<ArrayBuffer>,
  chunkBytes: number,
  type = `multipart/form-data; boundary=${BOUNDARY}`,
) {
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= body.byteLength) controller.close();
      else controller.enqueue(body.slice(at, at + chunkBytes));
      at += chunkBytes;
    },
  });
  return new Request('https://weft.example/manage/export/upload', {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: stream,
    ...({ duplex: 'half' } as object),
  });
}

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

const formOf = (content: string, fileName = 'archive.zip') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="note"\r\n\r\nname="archive"\r\n` +
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="archive"; filename="${fileName}"\r\n` +
  `Content-Type: application/zip\r\n\r\n${content}\r\n--${BOUNDARY}--\r\n`;

const contentOf = async ({ content }: { content: ReadableStream<Uint8Array> }) =>
  Buffer.from(await new Response(content).arrayBuffer()).toString('latin1');

/** Content full of partial delimiters. */
const tricky = `PK\x03\x04\r\n--\r\n------WebKitFormBoundary\r\n\r\r\n-\0ÿ${'\r\n--'.repeat(50)}`;

test.for([1, 2, 7, 63, 64, 65, 1000])('a file in chunks of %d bytes is complete', async (chunkBytes) => {
  const file = await openMultipartFile(postFile(bytes(formOf(tricky)), chunkBytes), 'archive');
  expect(file.fileName).toBe('archive.zip');
  expect(await contentOf(file)).toBe(tricky);
});

test('the parser reads the forms that browsers write', async () => {
  const form = new FormData();
  form.set('intent', 'upload');
  form.set('note', 'ü\r\n');
  form.set('archive', new File([bytes(tricky)], 'My "own" archive.zip'));
  const file = await openMultipartFile(
    new Request('https://weft.example/', { method: 'POST', body: form }),
    'archive',
  );
  expect(file.fileName).toBe('My %22own%22 archive.zip');
  expect([...file.fields]).toEqual([
    ['intent', 'upload'],
    ['note', 'ü\r\n'],
  ]);
  expect(await contentOf(file)).toBe(tricky);
});

test('a form without a chosen file has an empty name', async () => {
  const file = await openMultipartFile(postFile(bytes(formOf('', '')), 1000), 'archive');
  expect(file.fileName).toBe('');
  expect(await contentOf(file)).toBe('');
});

test('a form that ends inside its file fails instead of keeping half of it', async () => {
  const form = formOf(tricky);
  const file = await openMultipartFile(
    postFile(bytes(form.slice(0, form.indexOf(tricky) + 40)), 10),
    'archive',
  );
  await expect(contentOf(file)).rejects.toMatchObject({ code: 'malformed_body' });
});

test.for([
  ['without the field', formOf('x').replace('name="archive"; ', 'name="another"; ')],
  ['empty', ''],
  ['with headers that do not end', `--${BOUNDARY}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  [
    'with a thousand fields before it',
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="x"\r\n\r\n\r\n`.repeat(1_000) + formOf('x'),
  ],
  [
    'with a megabyte before it',
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="x"\r\n\r\n${'x'.repeat(1_000_000)}\r\n${formOf('x')}`,
  ],
  [
    'with a repeated field',
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n`.repeat(2) + formOf('x'),
  ],
  ['of another boundary', formOf('x').replaceAll(BOUNDARY, 'another')],
] as const)('a form %s is malformed', async ([, form]) => {
  await expect(openMultipartFile(postFile(bytes(form), 100), 'archive')).rejects.toMatchObject({
    code: 'malformed_body',
  });
});

test.for([
  'application/zip',
  'multipart/form-data',
  'multipart/mixed; boundary=x',
  `multipart/form-data; charset=utf-8; boundary=${BOUNDARY}`,
  `multipart/form-data; boundary=${BOUNDARY}; charset=utf-8`,
  `multipart/form-data; boundary="${BOUNDARY}`,
])('%s is not a form with a file', async (type) => {
  await expect(openMultipartFile(postFile(bytes('x'), 1, type), 'archive')).rejects.toMatchObject({
    code: 'unsupported_media_type',
  });
});

test('the rest of a form is read to its end or aborted above a limit', async () => {
  let asked = 0;
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      asked += 1;
      controller.enqueue(asked === 1 ? bytes(formOf('x').slice(0, -10)) : new Uint8Array(1000));
    },
    cancel() {
      isCancelled = true;
    },
  });
  const request = new Request('https://weft.example/', {
    method: 'POST',
    headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: endless,
    ...({ duplex: 'half' } as object),
  });
  const file = await openMultipartFile(request, 'archive');
  await file.discardRest(10_000);
  expect(isCancelled).toBe(true);
  expect(asked).toBeLessThan(20);
});

test('reads no byte before the file’s reader asks for it', async () => {
  const chunks = [formOf('').split('application/zip\r\n\r\n')[0], 'application/zip\r\n\r\n', 'PK', '\r\n--'];
  let asked = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[asked];
        asked += 1;
        if (chunk === undefined) controller.close();
        else controller.enqueue(bytes(chunk));
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request('https://weft.example/', {
    method: 'POST',
    headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    body,
    ...({ duplex: 'half' } as object),
  });
  const file = await openMultipartFile(request, 'archive');
  // One turn of the event loop, in which a stream that reads ahead would read more.
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toBe(2);
  await file.discardRest(1_000);
  expect(asked).toBe(chunks.length + 1);
});
