import { expect, test } from 'vitest';
import { createEarlyCall, idsOfViewer, lastWorkspaces, type WorkspaceIds } from '#workers/early-call.ts';
import { testViewer } from './request-context.ts';

const viewer = testViewer();
const ids: WorkspaceIds = { accountId: viewer.account.id, workspaceId: viewer.workspace.id };

function recordedCall() {
  const called: WorkspaceIds[] = [];
  const call = async (of: WorkspaceIds) => {
    called.push(of);
    return `view of ${of.workspaceId} for ${of.accountId}`;
  };
  return { called, ...createEarlyCall(call) };
}

test('a call that began early answers its viewer, once', async () => {
  const { called, begin, answerFor } = recordedCall();
  begin(ids);
  expect(called).toEqual([ids]);
  expect(await answerFor(viewer)).toBe(`view of ${ids.workspaceId} for ${ids.accountId}`);
  expect(called).toEqual([ids]);
});

test.for<Partial<WorkspaceIds>>([{ accountId: 'acc_other' }, { workspaceId: 'ws_other' }])(
  'the answer of another workspace or account reaches no viewer: %o',
  async (other) => {
    const { called, begin, answerFor } = recordedCall();
    begin({ ...ids, ...other });
    expect(await answerFor(viewer)).toBe(`view of ${ids.workspaceId} for ${ids.accountId}`);
    expect(called).toHaveLength(2);
  },
);

test('without an early call, the viewer’s workspace is called', async () => {
  const { called, answerFor } = recordedCall();
  await answerFor(viewer);
  expect(called).toEqual([ids]);
});

test('a failed early call fails only its viewer’s page', async () => {
  const { begin, answerFor } = createEarlyCall(() => Promise.reject(new Error('The object is down.')));
  begin(ids);
  // Without a handler, the rejection would fail this test.
  await new Promise((resolve) => setImmediate(resolve));
  await expect(answerFor(viewer)).rejects.toThrow('The object is down.');
});

test('the isolate knows the workspaces of its last thousand sessions', () => {
  lastWorkspaces.set('hash-first', idsOfViewer(viewer));
  for (let session = 0; session < 999; session += 1) lastWorkspaces.set(`hash-${session}`, ids);
  expect(lastWorkspaces.get('hash-first')).toEqual(ids);
  const moved = testViewer({ workspace: { ...viewer.workspace, id: 'ws_next' } });
  lastWorkspaces.set('hash-first', idsOfViewer(moved));
  lastWorkspaces.set('hash-1000', ids);
  expect(lastWorkspaces.get('hash-0')).toBeUndefined();
  lastWorkspaces.remove('hash-1000');
  expect(lastWorkspaces.get('hash-1000')).toBeUndefined();
  expect(lastWorkspaces.get('hash-first')).toEqual({ ...ids, workspaceId: 'ws_next' });
});
