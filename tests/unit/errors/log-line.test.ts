import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { logLine } from '#app/domain/encoding/log-line.ts';

const OBEYED = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/u;

test.each([
  '\n{"level":"error"}',
  '\r',
  '\u009b31m',
  '\u001b[31m',
  '\u0085',
  '\u2028',
  '\u202e',
  '\u007f',
  '\0',
])('a line keeps %j and shows none of it', (text) => {
  const line = logLine({ userAgent: text, [`key${text}`]: [text] });
  expect(line).not.toMatch(OBEYED);
  expect(JSON.parse(line)).toEqual({ userAgent: text, [`key${text}`]: [text] });
});

test('a line reads back as the values that were written, whatever they are', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'binary' })), (fields) => {
      const line = logLine(fields);
      expect(line).not.toMatch(OBEYED);
      expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(fields)));
    }),
  );
});

test('nothing in the Worker writes to its log but such lines', () => {
  const root = new URL('../../../', import.meta.url).pathname;
  const files = globSync('{app,workers,durable-objects,db/queries}/**/*.{ts,tsx}', { cwd: root })
    // The browser's own console.
    .filter((file) => !file.endsWith('.browser.ts'))
    .map((file) => `${root}${file}`);
  expect(files.length).toBeGreaterThan(500);
  const others = files.filter((file) =>
    /console\.\w+\((?!\s*logLine\()/.test(readFileSync(file, 'utf8').replace(/^\s*(\/\/|\*).*$/gm, '')),
  );
  expect(others).toEqual([]);
});
