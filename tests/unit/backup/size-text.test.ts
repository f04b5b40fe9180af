import { expect, test } from 'vitest';
import { sizeText } from '#app/components/backup/size-text.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [1_536, '1.5 kB'],
  [20_000, '20 kB'],
  [999_600, '1.0 MB'],
  [5 * 1024 * 1024, '5.2 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
