import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { portalCookies } from '#app/http/cookies.ts';

const root = new URL('../../..', import.meta.url).pathname;
const DEFINES = 'app/http/define-cookie.ts';
const LISTS = 'app/http/cookies.ts';

const sources = ['app', 'workers', 'durable-objects', 'db'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') })),
);

/** @returns the files whose code, without comments, matches. */
function filesWith(pattern: RegExp): string[] {
  return sources
    .filter(({ text }) => pattern.test(text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')))
    .map(({ path }) => path)
    .sort();
}

test('one module reads and writes cookie headers, and one lists the cookies', () => {
  expect(filesWith(/\.get\(['"`]cookie['"`]\)/i)).toEqual([DEFINES]);
  expect(filesWith(/document\.cookie|Max-Age=|HttpOnly|SameSite=|__Host-|__Secure-/)).toEqual([DEFINES]);
  expect(filesWith(/\bdefineCookie[<(]/)).toEqual([LISTS, DEFINES].sort());
  expect(filesWith(/getSetCookie|headers\.set\(['"`]Cookie/)).toEqual([
    DEFINES,
    'workers/gateway/headers.ts',
  ]);
});

test('no Set-Cookie header is written manually', () => {
  expect(filesWith(/['"`]set-cookie['"`]\s*[,:]\s*['"`]/i)).toEqual([]);
});

test('every defined cookie is listed', () => {
  const text = readFileSync(join(root, LISTS), 'utf8');
  expect(text.match(/= defineCookie[<(]/g)).toHaveLength(portalCookies.length);
});
