import { expect, test, vi } from 'vitest';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { permissionsOf, type Role } from '#app/domain/access/roles.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { uploadKey, uploadName } from '#app/domain/backup/upload.ts';
import { AccessUnconfirmed } from '#app/domain/errors/access-unconfirmed.ts';
import { archiveAnswer } from '#app/http/download-answer.ts';
import { parseForm } from '#app/http/forms.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { outcomeQuery, readRestoreOutcome } from '#app/routes/backups/outcome.ts';
import { restoreSourceOf } from '#app/routes/manage-export-restore/preview.ts';
import { readUpload } from '#app/routes/manage-export-upload/read-upload.ts';
import type { BackupFiles } from '#app/use-cases/backups/backup-files.ts';
import {
  beginBackup,
  beginCredentialBackup,
  keepUpload,
  listBackups,
  openBackup,
  openFinalBackup,
  previewRestore,
  restoreWorkflows,
} from '#app/use-cases/backups/manage-backups.ts';
import type { WorkspaceRpc } from '#app/use-cases/workspace/rpc.ts';
import { instanceView } from '../components/instance-view.ts';
import { testContext } from './request-context.ts';

const viewer = (role: Role = 'owner') =>
  ({
    role,
    permissions: permissionsOf(role),
    session: { provedAt: 0 },
    account: { id: 'acc_1' },
    workspace: { id: 'wks_1', name: 'ada' },
  }) as Viewer;

const client = { address: '192.0.2.1', place: null, userAgent: 'test' } as ClientInfo;
const chosen = { workflowIds: ['w1'], passphrase: null };
const instance = instanceView();
const emptyList = { instance, now: 0, running: null, lastFailure: null, backups: [], canBackUp: true };

/** Existing backups and a working store by default. */
function ports(object: Partial<WorkspaceRpc> = {}, files: Partial<BackupFiles> = {}) {
  const refused = async () => ({ ok: false, code: 'backup_not_found' }) as const;
  const archive = { key: 'k', bytes: 1, fileName: 'a.zip', hasCredentials: false };
  const outcome = { added: 1, changed: 0, unchanged: 0, credentials: false };
  return {
    workspaceObject: () => ({
      listBackups: async () => emptyList,
      startBackup: async () => ({ ok: true, value: { id: 'bkp_1' } }) as const,
      startBackupWithCredentials: async () => ({ ok: true, value: { id: 'bkp_1' } }) as const,
      findBackup: async () => ({ ok: true, value: archive }) as const,
      expectUpload: async () => ({ ok: true, value: null }) as const,
      previewRestore: refused,
      restore: async () => ({ ok: true, value: outcome }) as const,
      findFinalBackup: refused,
      ...object,
    }),
    readFinalBackupToken: (token: string) =>
      token === 'genuine' ? { workspaceId: 'wks_1', incarnation: 1 } : null,
    backupFiles: {
      open: async () => new Blob(['z']).stream(),
      putUpload: async (accountId: string) => uploadKey(accountId, 'upl_1') ?? '',
      remove: vi.fn(async () => {}),
      ...files,
    },
    auditTrail: { record: vi.fn(async () => {}) },
    clock: { now: () => 0 },
    throttles: { count: async () => [] },
  };
}

const stillOwner = async () => viewer();

const down = async () => {
  throw new Error('R2 is down.');
};

test.for(['billing', 'member'] as const)('%s sees the backups without any action', async (role) => {
  const who = viewer(role);
  expect(await listBackups(ports(), who)).toEqual(emptyList);
  const source = { kind: 'backup', backupId: 'bkp_1' } as const;
  for (const act of [
    () => beginBackup(ports(), { viewer: who, client }),
    () => openBackup(ports(), { viewer: who, client }, 'bkp_1'),
    () => keepUpload(ports(), { viewer: who, client }, new Blob().stream(), 0, stillOwner),
    () => previewRestore(ports(), who, source),
    () => restoreWorkflows(ports(), { viewer: who, client }, source, chosen),
  ]) {
    await expect(act()).rejects.toMatchObject({ code: 'forbidden' });
  }
});

test('a backup store that is down has its own error, and the action can be repeated', async () => {
  const failing = ports({ startBackup: down }, { open: down, putUpload: down });
  for (const act of [
    () => beginBackup(failing, { viewer: viewer(), client }),
    () => openBackup(failing, { viewer: viewer(), client }, 'bkp_1'),
    () => keepUpload(failing, { viewer: viewer(), client }, new Blob().stream(), 0, stillOwner),
  ]) {
    await expect(act()).rejects.toMatchObject({
      code: 'backups_unavailable',
      status: 503,
      isRetryable: true,
    });
  }
});

test('takes no upload for a workspace that cannot restore it', async () => {
  const putUpload = vi.fn();
  const stopped = ports(
    { expectUpload: async () => ({ ok: false, code: 'workspace_not_online' }) as const },
    { putUpload },
  );
  await expect(
    keepUpload(stopped, { viewer: viewer(), client }, new Blob().stream(), 0, stillOwner),
  ).rejects.toMatchObject({ code: 'workspace_not_online' });
  expect(putUpload).not.toHaveBeenCalled();
});

test.each([
  ['whose session ended', null],
  ['whose role changed', viewer('member')],
  ['who left for another account', { ...viewer(), account: { id: 'acc_2' } } as Viewer],
])('keeps no upload of a person %s meanwhile', async (_who, after) => {
  const given = ports();
  const upload = keepUpload(given, { viewer: viewer(), client }, new Blob().stream(), 0, async () => after);
  await expect(upload).rejects.toMatchObject({ code: 'forbidden' });
  expect(given.backupFiles.remove).toHaveBeenCalledWith(uploadKey('acc_1', 'upl_1'));
  await keepUpload(ports(), { viewer: viewer(), client }, new Blob().stream(), 0, stillOwner);
});

test('a listed backup without its file is an internal failure, not an unknown backup', async () => {
  const lost = ports({}, { open: async () => null });
  await expect(openBackup(lost, { viewer: viewer(), client }, 'bkp_1')).rejects.toMatchObject({
    code: 'backups_unavailable',
  });
});

test('a running backup is not ready; any other unknown backup is not found', async () => {
  const refused = async () => ({ ok: false, code: 'backup_not_found' }) as const;
  const running = { id: 'bkp_2', trigger: 'manual' as const, startedAt: 0, workflows: 0, bytes: 0 };
  const backups = ports({ findBackup: refused, listBackups: async () => ({ ...emptyList, running }) });
  await expect(openBackup(backups, { viewer: viewer(), client }, 'bkp_2')).rejects.toMatchObject({
    code: 'backup_running',
  });
  await expect(openBackup(backups, { viewer: viewer(), client }, 'bkp_3')).rejects.toMatchObject({
    code: 'backup_not_found',
  });
  for (const token of ['forged', 'genuine']) {
    await expect(openFinalBackup(backups, token)).rejects.toMatchObject({ code: 'backup_not_found' });
  }
});

const passphrase = 'correct horse battery staple';

test.for(['operator', 'billing', 'member'] as const)(
  '%s can neither export nor restore credentials',
  async (role) => {
    const given = ports({
      findBackup: async () => ({
        ok: true,
        value: { key: 'k', bytes: 1, fileName: 'a.zip', hasCredentials: true },
      }),
    });
    const source = { kind: 'backup', backupId: 'bkp_1' } as const;
    for (const act of [
      () => beginCredentialBackup(given, { viewer: viewer(role), client }, passphrase),
      () => restoreWorkflows(given, { viewer: viewer(role), client }, source, { ...chosen, passphrase }),
      () => openBackup(given, { viewer: viewer(role), client }, 'bkp_1'),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(given.auditTrail.record).not.toHaveBeenCalled();
  },
);

test('an API token opens no credentials with any scope', async () => {
  const byToken = { ...viewer(), permissions: ['backup:export'] } as Viewer;
  await expect(beginCredentialBackup(ports(), { viewer: byToken, client }, passphrase)).rejects.toMatchObject(
    {
      code: 'forbidden',
    },
  );
});

test('credentials need a recent proof; workflows do not', async () => {
  const late = { ...ports(), clock: { now: () => 60 * 60_000 } };
  const source = { kind: 'backup', backupId: 'bkp_1' } as const;
  for (const act of [
    () => beginCredentialBackup(late, { viewer: viewer(), client }, passphrase),
    () => restoreWorkflows(late, { viewer: viewer(), client }, source, { ...chosen, passphrase }),
  ]) {
    await expect(act()).rejects.toBeInstanceOf(AccessUnconfirmed);
  }
  expect(late.auditTrail.record).not.toHaveBeenCalled();
  expect(await restoreWorkflows(late, { viewer: viewer(), client }, source, chosen)).toMatchObject({
    added: 1,
  });
});

test('the request for credentials is recorded before the workspace is called', async () => {
  const order: string[] = [];
  const asked = {
    ...ports({
      startBackupWithCredentials: async () => {
        order.push('asked');
        return { ok: true, value: { id: 'bkp_1' } };
      },
    }),
    auditTrail: {
      record: async (_by: unknown, acts: ReadonlyArray<{ kind: string }>) =>
        void order.push(...acts.map(({ kind }) => kind)),
    },
  };
  expect(await beginCredentialBackup(asked, { viewer: viewer(), client }, passphrase)).toEqual({
    id: 'bkp_1',
  });
  expect(order).toEqual(['credentials_backup_requested', 'asked']);
});

test('a wrong passphrase is an error at its field; credentials can be restored without workflows', async () => {
  const source = { kind: 'backup', backupId: 'bkp_1' } as const;
  const given = { workflowIds: [], passphrase };
  const wrong = ports({ restore: async () => ({ ok: false, code: 'passphrase_wrong' }) });
  await expect(restoreWorkflows(wrong, { viewer: viewer(), client }, source, given)).rejects.toMatchObject({
    code: 'invalid_form',
    fields: { passphrase: 'fieldErrors.passphrase_wrong' },
  });
  expect(await restoreWorkflows(ports(), { viewer: viewer(), client }, source, given)).toMatchObject({
    added: 1,
  });
  await expect(
    restoreWorkflows(ports(), { viewer: viewer(), client }, source, { ...given, passphrase: null }),
  ).rejects.toMatchObject({ code: 'no_workflow_chosen' });
});

test('a restore of each workflow that differs names none, and is recorded', async () => {
  const restore = vi.fn(ports().workspaceObject().restore);
  const given = ports({ restore });
  const source = { kind: 'backup', backupId: 'bkp_1' } as const;
  await restoreWorkflows(given, { viewer: viewer(), client }, source, { ...chosen, workflowIds: null });
  expect(restore).toHaveBeenCalledWith(expect.objectContaining({ workflowIds: null }));
  expect(given.auditTrail.record).toHaveBeenCalledTimes(1);
});

test('a restore of more workflows than its form can choose is refused before it is parsed', async () => {
  const post = (count: number) => {
    const body = new URLSearchParams(Array.from({ length: count }, (_, id) => ['workflowId', `w${id}`]));
    return new Request('https://weft.example/manage/export/restore', { method: 'POST', body });
  };
  expect(await parseForm(post(5_000), portalForms.restore)).toMatchObject({ status: 'success' });
  await expect(parseForm(post(60_000), portalForms.restore)).rejects.toThrow('body_too_large');
});

test('only an upload’s own account finds it, with any address', () => {
  const key = uploadKey('acc_1', 'upl_1') ?? '';
  expect(uploadName(key)).toBe('upl_1');
  const sourceOf = (query: string) =>
    restoreSourceOf(new Request(`https://weft.example/manage/export/restore?${query}`), viewer());
  expect(sourceOf('upload=upl_1')).toEqual({ kind: 'upload', key });
  expect(sourceOf('backup=bkp_1')).toEqual({ kind: 'backup', backupId: 'bkp_1' });
  for (const query of [
    '',
    'upload=../acc_2/upl_1',
    'upload=acc_2%2Fupl_1',
    'upload=',
    `upload=${'a'.repeat(65)}`,
  ]) {
    expect(() => sourceOf(query), query).toThrow('backup_not_found');
  }
});

test('an address contains only a restore’s figures', () => {
  const at = (query: string) =>
    readRestoreOutcome(new Request(`https://weft.example/manage/export?${query}`));
  const outcome = { added: 1, changed: 20, unchanged: 0, credentials: true };
  expect(at(outcomeQuery(outcome))).toEqual(outcome);
  for (const query of [
    '',
    'added=1&changed=2',
    'added=-1&changed=2&unchanged=3',
    'added=1e9&changed=2&unchanged=3',
  ]) {
    expect(at(query), query).toBeNull();
  }
});

test('a download is an attachment under a name that fits into a header', () => {
  const { headers } = archiveAnswer({ content: new Blob().stream(), bytes: 22, fileName: 'a"\r\nX: y.zip' });
  expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="a___X_ y\.zip"/);
  expect(headers.get('Content-Length')).toBe('22');
});

const sent = (form: FormData, headers: Record<string, string> = {}) => {
  const request = new Request('https://weft.example/manage/export/upload', { method: 'POST', body: form });
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
  return request;
};

test('an upload announced as larger than 50 MiB is discarded and read to its end', async () => {
  const services = ports();
  const putUpload = vi.spyOn(services.backupFiles, 'putUpload');
  const form = new FormData();
  form.set('archive', new Blob(['zip']), 'a.zip');
  const request = sent(form, { 'Content-Length': String(51 * 1024 * 1024) });
  await expect(
    readUpload(request, testContext({ services, client }), { viewer: viewer(), client }),
  ).rejects.toMatchObject({
    code: 'archive_too_large',
  });
  expect(putUpload).not.toHaveBeenCalled();
  expect(request.bodyUsed).toBe(true);
});

test('refuses a form without a file with its own error', async () => {
  const form = new FormData();
  form.set('archive', new Blob([]), '');
  await expect(
    readUpload(sent(form), testContext({ services: ports(), client }), { viewer: viewer(), client }),
  ).rejects.toMatchObject({ code: 'archive_missing' });
});
