import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

test('the example of an API call in docs/adding.md is code of the API', () => {
  const [, example = ''] = /^ {3}```ts\n([\s\S]*?)^ {3}```/m.exec(read('docs/adding.md')) ?? [];
  // The page adds an explanation to some lines.
  const code = example.replaceAll(/^ {3}/gm, '').replaceAll(/ \/\/ .*$/gm, '');
  expect(code).toMatch(/^export const restartInstance = /m);
  expect(read('app/api/instance.ts')).toContain(code);
});
