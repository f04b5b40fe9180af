import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { apiDescription } from '#app/i18n/en/api-description.ts';
import { flatten } from '#app/i18n/words.ts';
import { BUNDLE_FOLDER } from '#scripts/local/built-worker.ts';
import { chapters, openApiDocument, operations, writeApiDocuments } from '../support/declared-calls.ts';
import { PortalClient } from '../support/portal-client.ts';

const portal = inject('portal');

test('/api/openapi.json is the document that the declarations describe', async () => {
  const answer = await new PortalClient(portal).get('/api/openapi.json');
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=300');
  expect(await answer.text()).toBe(JSON.stringify(openApiDocument(portal.portalUrl, chapters)));
});

test('/api/docs shows every declared call', async () => {
  const page = await (await new PortalClient(portal).get('/api/docs')).text();
  for (const { id, path } of operations) {
    expect(page).toContain(`id="${id}"`);
    expect(page).toContain(`/api${path}`);
  }
  expect(page).toContain(`curl --request GET ${portal.portalUrl}/api/auth/me`);
});

test('/api/docs shows the code in a sentence as code, not as Markdown', async () => {
  const page = await (await new PortalClient(portal).get('/api/docs')).text();
  const body = page.replace(/<script.*?<\/script>/gs, '');
  expect(body).toContain('<code>profile:manage</code>');
  expect(body).toContain('<code>Retry-After</code>');
  expect(body).toContain('<code>access_unconfirmed</code>');
  expect(body).not.toContain('`');
});

test('the files of the documents are not served', async () => {
  for (const path of Object.keys(writeApiDocuments())) {
    expect(existsSync(`build/client${path}`), path).toBe(true);
    const answer = await new PortalClient(portal).get(path);
    await answer.body?.cancel();
    expect(answer.status, path).toBe(404);
  }
});

/** @returns the texts of a value, with their names. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Shorter texts of examples, such as a plan's name, are also elsewhere in the Worker. */
const MIN_LENGTH = 18;

test('the Worker contains no example and no sentence of the description', () => {
  const worker = globSync(`${BUNDLE_FOLDER}/*.js`)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const examples = operations.flatMap(({ body, answers, parameters = {}, query = {} }) => [
    ...[body, ...Object.values(parameters), ...Object.values(query)].flatMap((part) =>
      textsIn(part?.example),
    ),
    ...Object.values(answers).flatMap(({ content }) =>
      content && 'schema' in content ? textsIn(content.example) : [],
    ),
  ]);
  const sentences = flatten(apiDescription).flatMap(([, words]) => words);
  const texts = [...new Set([...examples, ...sentences])].filter(({ length }) => length >= MIN_LENGTH);
  expect(texts).toContain('hld_9QpT4vXs7LcR2mZk');
  expect(texts.length).toBeGreaterThan(80);
  expect(texts.filter((text) => worker.includes(text))).toEqual([]);
});
