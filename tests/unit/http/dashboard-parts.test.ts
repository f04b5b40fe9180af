import { expect, test } from 'vitest';
import { AppError } from '#app/domain/errors/app-error.ts';
import { partReaders } from '#app/routes/dashboard-part/read-parts.ts';
import type { WorkspaceRpc } from '#app/use-cases/workspace/rpc.ts';
import { testContext, testViewer } from './request-context.ts';

const contextWith = (listHeld: WorkspaceRpc['listHeld']) =>
  testContext({ services: { workspaceObject: () => ({ listHeld }) } });

test('the dashboard has no held webhooks of a workspace that does not exist yet, and reports no failure', async () => {
  const context = contextWith(async () => ({ ok: false, code: 'workspace_not_found' }));
  expect(await partReaders.webhooks(context, testViewer())).toBeNull();
  expect(context.reported).toEqual([]);
});

test('the dashboard reports a workspace that fails to list its held webhooks', async () => {
  const context = contextWith(async () => {
    throw new Error('The object is down.');
  });
  expect(await partReaders.webhooks(context, testViewer())).toBeNull();
  expect(context.reported).toEqual([new AppError('held_webhooks_unavailable')]);
});
