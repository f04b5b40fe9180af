import { globSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';
import { limits } from '#tests/bench/count-limits.ts';
import { readBuiltPages, workerBytes } from '../support/built-pages.ts';

const built = readBuiltPages();

test.each(Object.values(built.pages))('$id loads no more script than its limit', (page) => {
  const { scriptKb, largestScriptKb } = limits;
  expect(built.scriptBytesOf(page) / 1_000).toBeLessThanOrEqual(scriptKb[page.id] ?? largestScriptKb);
});

test.each(Object.values(built.pages))('$id loads no more files of script than the limit', (page) => {
  expect([...built.scriptsOf(page), built.manifestFile].length).toBeLessThanOrEqual(limits.scriptFiles);
});

test('libraries have a chunk that imports nothing, so that a deployment of the portal leaves it cached', () => {
  const [vendor = ''] = globSync('build/client/assets/vendor-*.js');
  const source = readFileSync(vendor, 'utf8');
  expect(source).toContain('react');
  expect(source).not.toMatch(/\b(?:from|import)\s*["']\.\//);
});

test('the Worker stays within its limit', () => {
  expect(workerBytes() / 1_000).toBeLessThanOrEqual(limits.workerKb);
});

test('the command palette stays out of every page, and under 4 kB', () => {
  const [palette = ''] = globSync('build/client/assets/palette-*.js');
  expect(gzipSync(readFileSync(palette), { level: 9 }).length / 1_000).toBeLessThan(4);
  for (const page of Object.values(built.pages))
    expect([...built.scriptsOf(page)], page.id).not.toContain(palette);
});

/** `/help` contains the questions and answers, which are its purpose. */
test('sentences are bundled with their code: no page loads the mails’ or another page’s', () => {
  const scriptsWith = (text: string) =>
    globSync('build/client/assets/*.js').filter((file) => readFileSync(file, 'utf8').includes(text));
  expect(scriptsWith('accountPage.changeEmail.lead')).not.toEqual([]);
  const login = built.pages['routes/login'];
  if (!login) throw new Error('There is no /login.');
  for (const script of built.scriptsOf(login))
    expect(scriptsWith('accountPage.changeEmail.lead')).not.toContain(script);
  expect(scriptsWith('All other sessions were signed out, and your API tokens were revoked')).toEqual([]);
});

test('no script of a page loads with the priority of its styles', async () => {
  const page = await (await fetch(`${inject('portal').portalUrl}/login`)).text();
  const loaders = page.match(/<(?:link|script)\b[^>]*(?:modulepreload|type="module")[^>]*>/g) ?? [];
  expect(loaders.length).toBeGreaterThan(5);
  for (const loader of loaders) expect(loader).toContain('fetchpriority="low"');
});
