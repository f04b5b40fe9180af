import { expect, test } from 'vitest';
import { countHeadBytes } from '#app/domain/held-webhooks/bounds.ts';

test('the bytes of an address and its header lines count their separators', () => {
  expect(countHeadBytes('/webhook/a?b=1', [])).toBe(14);
  expect(countHeadBytes('/', new Headers({ a: 'bc', d: '' }))).toBe('/a: bc\r\nd: \r\n'.length);
});
