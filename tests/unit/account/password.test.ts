import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { commonPasswords, isCommonPassword } from '#app/domain/account/common-passwords.ts';
import { isPersonalPassword, newPasswordSchema } from '#app/domain/account/password.ts';

const firstProblem = (password: string) => newPasswordSchema.safeParse(password).error?.issues[0]?.message;

test.each(['correct horse', 'compile me', 'p'.repeat(64), ' spaces ', '\u{1F9F5}'.repeat(8)])(
  'accepts %j as a new password',
  (password) => expect(firstProblem(password)).toBeUndefined(),
);

test.each([
  ['', 'too_short'],
  ['1234567', 'too_short'],
  ['\u{1F9F5}'.repeat(7), 'too_short'],
  ['p'.repeat(65), 'too_long'],
  ['12345678', 'common'],
  ['password', 'common'],
  ['PassWord1', 'common'],
  // Full-width letters normalize to the same password.
  ['ｐａｓｓｗｏｒｄ', 'common'],
])('refuses %j as a new password: %s', (password, problem) => {
  expect(firstProblem(password)).toBe(`fieldErrors.password_${problem}`);
});

test('the list has at least the 3,000 passwords of ASVS, all within the bounds', () => {
  const source = readFileSync(join(root, 'app/domain/account/common-passwords.json'), 'utf8');
  const listed = [...commonPasswords()];
  expect(listed.length).toBeGreaterThanOrEqual(3_000);
  expect(listed.filter((password) => !isCommonPassword(password))).toEqual([]);
  expect(listed.filter((password) => firstProblem(password) !== 'fieldErrors.password_common')).toEqual([]);
  expect(Buffer.byteLength(source)).toBeLessThan(60_000);
});

const words = ['ada-lab', 'ada@example.com', 'ada', 'Ada Lovelace', 'n8n', 'weft', 'weftcloud'];

test.each([
  'ada-lab',
  'ADA-LAB-2026',
  '1234.ada!',
  'adaADAada',
  'ada@example.com',
  'Ada Lovelace',
  'adalovelace99',
  'n8n-12345',
  '2026weftcloud!',
  'ｗｅｆｔ　１２３４',
])('%j counts as a personal word', (password) => {
  expect(isPersonalPassword(password, words)).toBe(true);
});

test.each(['correct horse', 'adamant stone', 'weft of a loom', 'my n8n is mine', '88888888', '********', ''])(
  '%j does not count as a personal word',
  (password) => expect(isPersonalPassword(password, words)).toBe(false),
);

test('ignores personal words under three characters', () => {
  expect(isPersonalPassword('al-2026-2026', ['al', '', '--', ' a l '])).toBe(false);
});

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** @returns the files that these files reach through imports at run time, relative to the repository's root. */
async function reachableFrom(starts: readonly string[]): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: starts.map((path) => `import './${path}';`).join('\n'), resolveDir: root },
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'unused',
    format: 'esm',
    // An import counts even when nothing of it is used.
    treeShaking: false,
    ignoreAnnotations: true,
    plugins: [
      {
        name: 'product-only',
        setup: ({ onResolve }) => onResolve({ filter: /^[^.#]|\?/ }, () => ({ external: true })),
      },
    ],
  });
  return Object.keys(metafile.inputs);
}

// Remix itself removes loaders and actions, and imports that only they use, from the routes' browser code.
test('no component brings the list into the browser', async () => {
  const list = 'app/domain/account/common-passwords.ts';
  expect(await reachableFrom(['app/routes/register/route.tsx'])).toContain(list);
  const components = [
    ...globSync('app/components/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.d.ts'] }),
    ...globSync('app/routes/*/**/*.tsx', { cwd: root, exclude: ['app/routes/*/route.tsx'] }),
  ];
  expect(components).toContain('app/routes/register/human-check/human-check.tsx');
  expect(await reachableFrom([...components, 'app/entry.client.tsx'])).not.toContain(list);
});
