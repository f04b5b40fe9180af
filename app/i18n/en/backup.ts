import type { BackupTrigger } from '#app/domain/backup/backup.ts';
import type { PassphraseStrength } from '#app/domain/backup/passphrase.ts';
import type { WorkflowChange } from '#app/domain/backup/restore.ts';
import type { WorkspaceState } from '#app/domain/billing/account-state.ts';

/** The questions of a preview. */
type Changing = Exclude<WorkflowChange['change'], 'unchanged'>;

/** Backups of a workspace's workflows, and bringing them back. */
export const backup = {
  pageTitle: 'Backups – Weft Cloud',
  unavailable: 'Your backups can’t be loaded right now. None are lost.',
  make: {
    title: 'Back up your workflows',
    lead: 'Your workflows are backed up automatically every day. Make a backup before any big change.',
    scope: 'A backup contains every workflow as n8n exports it, without credentials or executions.',
    withCredentials: 'Back up with credentials',
    submit: 'Back up now',
    running: 'Backup in progress',
    runningBody: 'You can leave this page; the backup continues.',
    counts_zero: 'Just started',
    counts_one: '{{count}} workflow so far, {{size}}',
    counts_other: '{{count}} workflows so far, {{size}}',
    done: 'Backup complete. It’s at the top of the list.',
    checkAgain: 'Check again',
    lastFailed: 'The last backup failed',
    lastFailedBody:
      'Daily backups are retried automatically. A backup with credentials has to be started again. The backups in the list are complete.',
    readOnly: 'You can view backups. Owners and operators can create, download and restore them.',
  },
  blocked: {
    pending: 'Your workspace is changing. You can back it up once it’s online.',
    offline:
      'Your workspace is offline, so it can’t be backed up or restored right now. We’re trying to restart it. You can still download the backups in the list.',
    stopped:
      'A stopped workspace can’t be backed up or restored. You can still download the backups in the list.',
    notOnline:
      'Your workspace isn’t online, so it can’t be backed up or restored right now. Please try again once it is.',
    missing: 'Your workspace doesn’t exist yet. You can back it up once it’s online.',
  },
  list: {
    title: 'Backups',
    lead: 'We keep 7 daily, 4 weekly and 3 monthly backups. For 30 days, we also keep the 10 latest on demand and the 10 latest from before a change.',
    empty: {
      running: {
        title: 'There is no backup yet.',
        body: 'We make the first one within a day of your workspace being online.',
      },
      stopped: {
        title: 'There is no backup.',
        body: 'We make no backups while the workspace is stopped.',
      },
      deleting: {
        title: 'There is no backup.',
        body: 'The final backup appears here once it’s complete.',
      },
      deleted: {
        title: 'There are no backups anymore.',
        body: 'The final backup of a deleted workspace is kept for 90 days.',
      },
    } satisfies Record<WorkspaceState, { title: string; body: string }>,
    trigger: {
      scheduled: 'Scheduled',
      manual: 'On demand',
      safety: 'Before a change',
      final: 'Final',
    } satisfies Record<BackupTrigger, string>,
    facts_one: '{{count}} workflow, {{size}}',
    facts_other: '{{count}} workflows, {{size}}',
    withCredentials: 'With credentials, encrypted',
    withCredentialsOwners: 'With credentials, encrypted: only owners can download it',
    download: 'Download',
    restore: 'Restore',
    of: 'the backup of {{date}}',
  },
  credentials: {
    pageTitle: 'Back up with credentials – Weft Cloud',
    title: 'Back up with credentials',
    lead: 'This backup also contains your workspace’s credentials, encrypted with a passphrase that only you know.',
    unrecoverable:
      'We don’t store your passphrase and can’t reset it. Without it, no one can open these credentials. Keep it in a password manager.',
    notOnline:
      'Your workspace isn’t online, so its credentials can’t be exported right now. Please try again once it is.',
    username: '{{name}} backup passphrase',
    passphrase: 'Passphrase',
    passphraseHint: '12 to 256 characters. Four or more random words are easy to type and hard to guess.',
    strength: {
      short: 'Strength: too short',
      weak: 'Strength: too easy to guess',
      fair: 'Strength: fair',
      strong: 'Strength: strong',
    } satisfies Record<PassphraseStrength, string>,
    repeated: 'Repeat passphrase',
    submit: 'Back up now',
    byHand: {
      title: 'How to open the credentials without Weft Cloud',
      format:
        'The archive contains them as <code>{{file}}</code>. Its key comes from your passphrase (UTF-8, Unicode NFC) by scrypt with N, r, p and salt as in the file. Its data is AES-256-GCM with the 12-byte iv; the last 16 bytes are the tag. Inside is a JSON list of credentials with id, name, type and data.',
      steps:
        'Put <code>{{file}}</code>, your passphrase as <code>{{passphrase}}</code> and this script as <code>{{script}}</code> into one folder, then run <code>node {{script}}</code>. Delete the files afterwards: they contain your secrets.',
    },
  },
  upload: {
    pageTitle: 'Restore from a file – Weft Cloud',
    title: 'Restore from a file',
    lead: 'Choose an archive you downloaded here, up to 50 MB. You’ll see what would change before anything does.',
    field: 'Archive (.zip)',
    submit: 'Upload and preview',
    uploading: 'Uploading. The preview opens by itself.',
  },
  restore: {
    pageTitle: 'Restore workflows – Weft Cloud',
    title: 'Restore workflows',
    lead: 'This is what would change in your workspace. Nothing has changed yet.',
    eyebrow: 'Backups of {{name}}',
    change: { added: 'Added', changed: 'Changed' } satisfies Record<Changing, string>,
    hint: {
      added: 'Not in your workspace. Will be added.',
      changed: 'Differs from the one in your workspace. Will be replaced.',
    } satisfies Record<Changing, string>,
    whole: '{{count}} workflows will be added or replaced. That’s too many to select individually.',
    unchanged_one: '{{count}} workflow is the same in your workspace',
    unchanged_other: '{{count}} workflows are the same in your workspace',
    untouched_zero: 'Your workspace has no other workflows.',
    untouched_one: '{{count}} other workflow in your workspace is not in this backup. It stays as it is.',
    untouched_other:
      '{{count}} other workflows in your workspace are not in this backup. They stay as they are.',
    nothing: 'There is nothing to restore',
    nothingBody: 'Your workspace already has every workflow of this backup, unchanged.',
    nothingIn: 'This backup contains no workflows.',
    unrestorable: 'Larger than 34 MB or with an invalid id, so not restored ({{count}}): {{files}}',
    safety: 'We back up your workspace as it is now first, so you can go back.',
    submit: 'Restore selected workflows',
    submitCredentials: 'Restore credentials',
    credentials: {
      title: 'Credentials',
      lead: 'This backup also contains credentials. They replace those with the same ID in your workspace; the others are added. Your current credentials go into the backup we make first, under the same passphrase.',
      passphrase: 'Passphrase of this backup',
      passphraseHint: 'Leave empty to restore workflows only. A wrong passphrase changes nothing.',
      ownersOnly: 'This backup also contains credentials. Only owners can restore them.',
      unconfirmed: 'This backup also contains credentials. Confirm it’s you before you restore them.',
      confirm: 'Confirm it’s you',
    },
    cancel: 'Back to backups',
  },
  outcome: {
    title: 'Workflows restored.',
    titleCredentials: 'Credentials restored.',
    credentials: 'Credentials restored',
    added_one: '{{count}} workflow added',
    added_other: '{{count}} workflows added',
    changed_one: '{{count}} workflow replaced',
    changed_other: '{{count}} workflows replaced',
    unchanged_one: '{{count}} workflow was already the same',
    unchanged_other: '{{count}} workflows were already the same',
  },
  final: {
    pageTitle: 'Final backup – Weft Cloud',
    title: 'Your final backup',
    lead: 'Your workspace was deleted. This is the final backup of its workflows.',
    facts: 'A zip archive of {{size}}, with one file per workflow. It contains no credentials.',
    advice:
      'You can import these files into any n8n. Don’t share the link in your email: anyone who has it can download this backup.',
    download: 'Download final backup',
    goneTitle: 'No backup at this link',
    gone: 'We keep a final backup for 90 days. This link has expired, or wasn’t copied in full from the email.',
  },
  dashboard: { last: 'Last backup', none: 'None yet' },
} as const;
