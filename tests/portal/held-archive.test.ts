import { randomBytes } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { wordsOf } from '../support/backup-calls.ts';
import { holdWebhooks } from '../support/held-calls.ts';
import { PortalClient } from '../support/portal-client.ts';
import { setUpOnline } from '../support/set-up.ts';

const portal = inject('portal');
const ARCHIVE = '/manage/webhooks/archive.ndjson';

test('downloads all held webhooks with whole bodies, and records the download in the activity', async () => {
  const owner = new PortalClient(portal);
  const { accountName } = await setUpOnline(owner);
  const large = randomBytes(300_000);
  const ids = await holdWebhooks(owner, accountName, [
    { path: '/webhook/a?token=s3cret', headers: { Authorization: 'Bearer s3cret' }, body: '{"order":17}' },
    { path: '/webhook/b', body: large },
  ]);
  expect(await (await owner.get('/manage/webhooks')).text()).toContain(`href="${ARCHIVE}"`);
  const answer = await owner.get(ARCHIVE);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Disposition')).toContain(`held-webhooks-${accountName}.ndjson`);
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
  const text = await answer.text();
  expect(text).not.toContain('s3cret');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { id: ids[0], path: '/webhook/a', body: { encoding: 'text', content: '{"order":17}' } },
    { id: ids[1], path: '/webhook/b', body: { encoding: 'base64', content: large.toString('base64') } },
  ]);
  expect(await wordsOf(await owner.get('/account/activity'))).toContain('downloaded the held webhooks');
});
