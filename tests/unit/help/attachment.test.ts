import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Attachment, checkAttachment } from '#app/domain/help/attachment.ts';
import { ATTACHMENT_MAX_BYTES, attachmentExtensions } from '#app/domain/help/attachment-limits.ts';
import { contentDisposition } from '#app/http/download-answer.ts';
import { codePoint } from '#tests/support/any-text.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const contents = {
  png: latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
  jpg: latin1('\xff\xd8\xff\xe0\0\x10JFIF'),
  gif: latin1('GIF89a\x01\0\x01\0'),
  webp: latin1('RIFF\x24\0\0\0WEBPVP8 '),
  pdf: latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3'),
  txt: bytesOf('Grüße\n\tfrom the log\r\n\u001b[31mred\u001b[0m'),
  json: bytesOf('\ufeff { "nodes": [ '),
} as const;
const types = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  txt: 'text/plain',
  log: 'text/plain',
  json: 'application/json',
} as const;
const contentOf = { ...contents, jpeg: contents.jpg, log: contents.txt } as const;

function takeAttachment(name: string, bytes: Uint8Array): Attachment {
  const file = checkAttachment(name, bytes);
  if ('refusal' in file) throw new Error(`${name} was refused: ${file.refusal}`);
  return file;
}

test.each(attachmentExtensions)('accepts a genuine .%s file, in any case of its name', (extension) => {
  const bytes = contentOf[extension];
  expect(takeAttachment(`A file.${extension}`, bytes)).toEqual({
    name: `A file.${extension}`,
    type: types[extension],
    bytes,
  });
  expect(takeAttachment(`A.B.${extension.toUpperCase()}`, bytes).type).toBe(types[extension]);
});

test('refuses content of every other type under each extension', () => {
  const textual = ['txt', 'log', 'json'];
  for (const extension of attachmentExtensions) {
    for (const [kind, bytes] of Object.entries(contents)) {
      const isText = extension === 'txt' || extension === 'log';
      const isSame = contentOf[extension] === bytes || (isText && textual.includes(kind));
      expect('refusal' in checkAttachment(`x.${extension}`, bytes), `${kind} as .${extension}`).toBe(!isSame);
    }
  }
});

test.each([
  ['page.html', bytesOf('<script>alert(1)</script>')],
  ['image.svg', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['run.exe', latin1('MZ\x90\0')],
  ['photo.png.exe', contents.png],
  ['photo.png\0.html', contents.png],
  ['png', contents.png],
  ['.', contents.png],
  ['', contents.png],
  ['constructor', contents.png],
  ['x.constructor', contents.png],
  ['x.__proto__', contents.png],
  ['archive.zip', latin1('PK\x03\x04')],
  ['program.txt', latin1('MZ\x90\0\x03')],
  ['latin.txt', latin1('Gr\xfc\xdfe')],
  ['nul.log', latin1('one\0two')],
  ['page.json', bytesOf('<html>')],
])('refuses %s by its type', (name, bytes) => {
  expect(checkAttachment(name, bytes)).toEqual({ refusal: 'attachment_type' });
});

test('refuses an empty and a too large file with their own errors', () => {
  expect(checkAttachment('a.txt', new Uint8Array())).toEqual({ refusal: 'attachment_empty' });
  const full = new Uint8Array(ATTACHMENT_MAX_BYTES).fill(97);
  expect(takeAttachment('a.txt', full).bytes).toHaveLength(ATTACHMENT_MAX_BYTES);
  const more = new Uint8Array(ATTACHMENT_MAX_BYTES + 1).fill(97);
  expect(checkAttachment('a.txt', more)).toEqual({ refusal: 'attachment_too_large' });
});

test.each([
  ['../../etc/passwd.png', 'passwd.png'],
  ['C:\\Users\\ada\\shot.png', 'shot.png'],
  ['a"b\r\nSet-Cookie: x.png', 'a_bSet-Cookie_ x.png'],
  ['..png', 'attachment.png'],
  ['  .hidden.png ', 'hidden.png'],
  ['grüße 日本.png', 'grüße 日本.png'],
  ['invoice\u202egnp.png', 'invoicegnp.png'],
  [`${'é'.repeat(300)}.png`, `${'é'.repeat(96)}.png`],
])('the name %j becomes %j', (name, safe) => {
  expect(takeAttachment(name, contents.png).name).toBe(safe);
});

test('any name becomes one visible path segment with a known extension, safe in a header', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 150 }), (stem) => {
      const { name } = takeAttachment(`${stem}.png`, contents.png);
      expect(name).toMatch(/^[^/\\"\p{Cc}]+\.png$/u);
      expect([...name].length).toBeLessThanOrEqual(100);
      const header = contentDisposition(name);
      expect(header).toMatch(/^attachment; filename="[\w .()-]+"; filename\*=UTF-8''[\w.~!%-]+$/);
      expect(new Headers({ 'Content-Disposition': header }).get('Content-Disposition')).toBe(header);
      expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name);
    }),
  );
});

test('any text becomes a valid header', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (text) => {
      expect(contentDisposition(`x${text}`)).toMatch(
        /^attachment; filename="[^"\p{Cc}]+"; filename\*=UTF-8''\S+$/u,
      );
    }),
  );
  expect(contentDisposition('\ud800.txt')).toContain('_.txt');
});
