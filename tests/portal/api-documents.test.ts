import { existsSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
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

test('the files of the documents are not served', async () => {
  for (const path of Object.keys(writeApiDocuments())) {
    expect(existsSync(`build/client${path}`), path).toBe(true);
    const answer = await new PortalClient(portal).get(path);
    await answer.body?.cancel();
    expect(answer.status, path).toBe(404);
  }
});
