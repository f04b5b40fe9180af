import { expect, test } from 'vitest';
import type { Backup, BackupList, BackupRun } from '#app/domain/backup/backup.ts';
import type { CredentialChoice, RestorePreview } from '#app/domain/backup/restore.ts';
import { type WorkspaceState, workspaceStates } from '#app/domain/billing/account-state.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { en } from '#app/i18n/en/index.ts';
import { BackupListCard, type BackupListCardProps } from '#app/routes/manage-export/backup-list.tsx';
import { MakeCard, type MakeCardProps } from '#app/routes/manage-export/make-card.tsx';
import { RestoreOutcomeNotice } from '#app/routes/manage-export/restore-outcome.tsx';
import { RestoreForm } from '#app/routes/manage-export-restore/restore-form.tsx';
import { UploadForm } from '#app/routes/manage-export-upload/upload-form.tsx';
import { instanceView } from './instance-view.ts';
import { attributesOf, renderPage, textOf } from './render.tsx';

const backup = (changes: Partial<Backup> = {}): Backup => ({
  id: 'bkp_1',
  trigger: 'manual',
  takenAt: Date.UTC(2026, 9, 3, 14, 5),
  bytes: 12_345,
  workflows: 2,
  hasCredentials: false,
  ...changes,
});

const run: BackupRun = { id: 'bkp_2', trigger: 'manual', startedAt: 0, workflows: 12, bytes: 3_400_000 };

const list = (changes: Partial<BackupList> = {}): BackupList => ({
  instance: instanceView(),
  now: Date.UTC(2026, 10, 21, 12),
  running: null,
  lastFailure: null,
  backups: [],
  canBackUp: true,
  ...changes,
});

const make = (props: Partial<MakeCardProps> = {}) =>
  renderPage(
    <MakeCard
      instance={instanceView()}
      backups={list()}
      running={null}
      isDone={false}
      canExport
      canHaveCredentials
      failure={undefined}
      {...props}
    />,
  );

const rows = ({
  backups = [backup()],
  canBackUp = true,
  ...props
}: Partial<Pick<BackupList, 'backups' | 'canBackUp'> & Omit<BackupListCardProps, 'backups'>> = {}) =>
  renderPage(
    <BackupListCard
      instance={instanceView()}
      backups={list({ backups, canBackUp })}
      canExport
      canHaveCredentials
      {...props}
    />,
  );

const views: Record<WorkspaceState, Partial<InstanceView>> = {
  running: {},
  stopped: { status: InstanceStatus.Stopped, notice: 'trial_ended' },
  deleting: { status: InstanceStatus.Stopped, notice: 'deleting' },
  deleted: { status: InstanceStatus.Stopped, notice: 'deleted' },
};

test('each backup shows its time, cause, size and actions', async () => {
  const html = await rows({
    backups: [backup(), backup({ id: 'bkp_a/b', trigger: 'scheduled', bytes: 999, workflows: 1 })],
  });
  const text = textOf(html);
  expect(text).toContain('3 Oct 2026');
  expect(text).toMatch(/2 workflows, 12 kB On demand/);
  expect(text).toMatch(/1 workflow, 999 B Scheduled/);
  expect(html).toContain('href="/manage/export/bkp_1/download"');
  expect(html).toContain('href="/manage/export/bkp_a%2Fb/download"');
  expect(html).toContain('href="/manage/export/restore?backup=bkp_1"');
});

test.for([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [9_949, '9.9 kB'],
  [9_950, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [52_428_800, '52 MB'],
  [1_500_000_000, '1.5 GB'],
  [2_000_000_000_000, '2000 GB'],
] as const)('%d bytes are %s', async ([bytes, text]) => {
  expect(textOf(await rows({ backups: [backup({ bytes })] }))).toContain(`workflows, ${text} `);
});

test('a role without export sees the backups and no buttons', async () => {
  const html = (await rows({ canExport: false })) + (await make({ canExport: false }));
  expect(textOf(html)).toContain('12 kB');
  expect(html).not.toContain('href=');
  expect(html).not.toContain('<button');
  expect(textOf(html)).toContain(en.backup.make.readOnly);
});

test('a workspace that cannot restore a backup only offers downloads', async () => {
  const html = await rows({ canBackUp: false });
  expect(html).toContain('/download');
  expect(html).not.toContain('/restore');
});

test.each(workspaceStates)(
  'an empty list announces a backup only if one can be made: %s',
  async (workspace) => {
    const text = textOf(await rows({ backups: [], instance: instanceView(views[workspace]) }));
    const { title, body } = en.backup.list.empty[workspace];
    expect(text).toContain(`${title} ${body}`);
    const promises = /yet|first one is made/;
    if (workspace === 'running') expect(text).toMatch(promises);
    else expect(text).not.toMatch(promises);
  },
);

test.each(['deleting', 'deleted'] as const)(
  'a workspace that is %s has no card to back it up',
  async (state) => {
    expect(textOf(await make({ instance: instanceView(views[state]) }))).toBe('');
  },
);

test.for([
  ['missing', null],
  ['pending', instanceView({ status: InstanceStatus.Pending, cause: 'restart' })],
  ['offline', instanceView({ status: InstanceStatus.Offline })],
  ['stopped', instanceView({ status: InstanceStatus.Stopped, notice: 'trial_ended' })],
] as const)('a workspace that is %s shows why no backup can start', async ([why, instance]) => {
  const html = await make({ instance, backups: list({ canBackUp: false }) });
  expect(textOf(html)).toContain(en.backup.blocked[why]);
  expect(html).not.toContain('<button');
});

test('an Online workspace is backed up by a plain form', async () => {
  const html = await make();
  expect(attributesOf(html, '<form')).toMatchObject({ method: 'post', action: '/manage/export' });
  expect(attributesOf(html, 'name="intent"')).toMatchObject({ type: 'submit', value: 'back-up' });
  expect(html).not.toContain('notice--');
});

test('the counts of a backup in progress replace the button, and without JavaScript the page refreshes', async () => {
  const html = await make({ running: run });
  expect(textOf(html)).toContain('12 workflows so far, 3.4 MB');
  expect(html).not.toContain('value="back-up"');
  expect(html).toMatch(/<noscript><meta http-equiv="refresh" content="5"/i);
  // The counts change twice a second, and a live region would announce each change.
  expect(html.match(/<div role="status">(.*?)<\/div>/)?.[1]).not.toContain('12 workflows');
});

test('the end of a backup is announced in a live region that already existed', async () => {
  expect(textOf((await make({ isDone: true })).match(/<div role="status">.*/)?.[0] ?? '')).toContain(
    en.backup.make.done,
  );
  expect(await make()).toContain('<div role="status"></div>');
});

test('a failed backup is shown until the next one starts', async () => {
  const failed = { backups: list({ lastFailure: { at: 1 } }) };
  expect(textOf(await make(failed))).toContain(en.backup.make.lastFailed);
  expect(textOf(await make({ ...failed, running: run }))).not.toContain(en.backup.make.lastFailed);
});

const none = { count: 0, names: [] };

const preview: RestorePreview = {
  changes: [
    { id: 'w1', name: 'Invoices', change: 'changed' },
    { id: 'w2', name: '<b>Report</b>', change: 'added' },
    { id: 'w3', name: 'Draft', change: 'unchanged' },
  ],
  untouched: 2,
  hasCredentials: false,
  unrestorable: none,
};

const restoreForm = (shown: RestorePreview, credentials: CredentialChoice = 'none') =>
  renderPage(
    <RestoreForm preview={shown} credentials={credentials} workspaceName="ada" lastResult={undefined} />,
  );

test('a preview has a checked box for each workflow that would change, and none for the others', async () => {
  const html = await restoreForm(preview);
  const boxes = [...html.matchAll(/<input[^>]*name="workflowId"[^>]*>/g)].map(([tag]) => tag);
  expect(boxes.map((tag) => [tag.match(/value="(\w+)"/)?.[1], tag.includes('checked')])).toEqual([
    ['w1', true],
    ['w2', true],
  ]);
  expect(html).toContain('&lt;b&gt;Report');
  const text = textOf(html);
  expect(text).toContain('1 workflow is the same in your workspace Draft');
  expect(text).toContain(
    '2 other workflows in your workspace are not in this backup. They stay as they are.',
  );
});

test.for([
  [
    'of the same workflows',
    { changes: preview.changes.slice(2), untouched: 0, hasCredentials: false, unrestorable: none },
    en.backup.restore.nothingBody,
  ],
  [
    'of none',
    { changes: [], untouched: 0, hasCredentials: false, unrestorable: none },
    en.backup.restore.nothingIn,
  ],
] as const)('an archive %s has no confirmation', async ([, same, sentence]) => {
  const html = await restoreForm({ ...same, changes: [...same.changes] });
  expect(textOf(html)).toContain(sentence);
  expect(html).not.toContain('type="submit"');
});

test('a preview names the files of workflows that are too large to restore', async () => {
  const changes = preview.changes.slice(2);
  const unrestorable = { count: 2, names: ['Large-w4.json', 'Huge-w5.json'] };
  const text = textOf(await restoreForm({ ...preview, changes, unrestorable }));
  expect(text).toContain('not restored (2): Large-w4.json, Huge-w5.json');
  expect(text).not.toContain('…');
  expect(text).not.toContain(en.backup.restore.nothingBody);
});

test('a preview of more such files than it names says how many there are', async () => {
  const text = textOf(
    await restoreForm({ ...preview, unrestorable: { count: 30_000, names: ['Large-w4.json'] } }),
  );
  expect(text).toMatch(/not restored \(30000\): Large-w4\.json …/);
});

test('an object of an earlier version previews without such files', async () => {
  const { unrestorable: _since, ...earlier } = preview;
  expect(await restoreForm(earlier)).toContain('type="submit"');
});

test('a preview of more changes than a form can post restores all of them', async () => {
  const changed = { name: 'Invoices', change: 'changed' } as const;
  const changes = Array.from({ length: 5_001 }, (_, index) => ({ id: `w${index}`, ...changed }));
  const html = await restoreForm({ ...preview, changes });
  expect(html).not.toContain('name="workflowId"');
  expect(html).toMatch(/<input type="hidden" name="isWhole" value="yes"/);
  expect(textOf(html)).toContain('5001 workflows will be added or replaced');
  const chosen = await restoreForm({ ...preview, changes: changes.slice(1) });
  expect(chosen).toMatch(/<input type="hidden" name="isWhole" value="no"/);
});

test('a role with access to credentials is asked for their passphrase, even if no workflow differs', async () => {
  const same = { changes: preview.changes.slice(2), untouched: 0, hasCredentials: true, unrestorable: none };
  const html = await restoreForm(same, 'ask');
  expect(html).toMatch(/<input[^>]*name="passphrase"/);
  expect(html).toMatch(/autoComplete="current-password"/i);
  expect(textOf(html)).toContain('Restore credentials');
});

test.for([
  ['owners-only', 'Only owners can restore them.'],
  ['unconfirmed', 'Confirm it’s you'],
] as const)('%s gets no field for a passphrase, and reads why', async ([choice, sentence]) => {
  const html = await restoreForm({ ...preview, hasCredentials: true }, choice);
  expect(textOf(html)).toContain(sentence);
  expect(html).not.toContain('name="passphrase"');
  expect(html).toContain('type="submit"');
});

test('a backup with credentials says so, and only roles with access to them can download it', async () => {
  const backups = [backup({ hasCredentials: true })];
  const [allowed, denied] = await Promise.all([
    rows({ backups }),
    rows({ backups, canHaveCredentials: false }),
  ]);
  expect(textOf(allowed)).toContain('With credentials, encrypted');
  expect(allowed).toContain('/download');
  expect(textOf(denied)).toContain('only owners can download it');
  expect(denied).not.toContain('/download');
  expect(denied).toContain('/restore');
  expect(textOf(await make({ canHaveCredentials: false }))).not.toContain('Back up with credentials');
  expect(textOf(await make())).toContain('Back up with credentials');
});

test('the result of a restore lists its counts, without those that are zero', async () => {
  const text = textOf(
    await renderPage(
      <RestoreOutcomeNotice outcome={{ added: 1, changed: 2, unchanged: 0, credentials: false }} />,
    ),
  );
  expect(text).toContain('2 workflows replaced 1 workflow added');
  expect(text).not.toContain('same');
});

test('an archive is sent as a file, and a refusal appears beside its field', async () => {
  const html = await renderPage(<UploadForm failure="archive_invalid" />);
  expect(attributesOf(html, '<form')).toMatchObject({
    encType: 'multipart/form-data',
    action: '/manage/export/upload',
  });
  const { 'aria-describedby': error, 'aria-invalid': invalid } = attributesOf(html, 'type="file"');
  expect(invalid).toBe('true');
  expect(textOf(html.slice(html.indexOf(`id="${error}"`)))).toContain(en.errors.archive_invalid);
});
