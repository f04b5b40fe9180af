import type { BackupTrigger } from '#app/domain/backup/backup.ts';
import type { PassphraseStrength } from '#app/domain/backup/passphrase.ts';
import type { WorkflowChange } from '#app/domain/backup/restore.ts';
import type { WorkspaceState } from '#app/domain/billing/account-state.ts';

/** What a preview asks about. */
type Changing = Exclude<WorkflowChange['change'], 'unchanged'>;

/** Backups of a workspace's workflows, and bringing them back. */
export const backup = {
  pageTitle: 'Backups – Weft Cloud',
  unavailable:
    'Your backups cannot be shown at the moment. None of them is lost. Please reload the page in a moment.',
  make: {
    title: 'Back up your workflows',
    lead: 'Your workflows are backed up once a day by themselves. Make one more before you change something big.',
    scope: 'A backup holds every workflow as n8n exports it, without credentials and executions.',
    withCredentials: 'Back up with credentials',
    submit: 'Back up now',
    running: 'A backup is being made',
    runningBody: 'You can leave this page: it goes on by itself.',
    counts_zero: 'Just begun',
    counts_one: '{{count}} workflow so far, {{size}}',
    counts_other: '{{count}} workflows so far, {{size}}',
    done: 'The backup is made. It stands first in the list.',
    checkAgain: 'Check again',
    lastFailed: 'The last backup could not be made',
    lastFailedBody:
      'A daily backup is tried again by itself. One with credentials you have to start again. The backups in the list are complete.',
    readOnly: 'Your role lets you see the backups. Owners and operators make, download and restore them.',
  },
  blocked: {
    pending: 'Your workspace is just changing. It can be backed up once it is online.',
    offline:
      'Your workspace is offline, so it cannot be backed up or restored now. We keep looking and bring it back; what is in the list can still be downloaded.',
    stopped:
      'A stopped workspace cannot be backed up or restored. Backups in the list can still be downloaded.',
    notOnline:
      'Your workspace is not online, so it can be neither backed up nor restored now. Please try again once it is.',
    missing: 'Your workspace is not there yet. It can be backed up once it is online.',
  },
  list: {
    title: 'Backups',
    lead: 'Kept: 7 daily, 4 weekly and 3 monthly ones, and the 10 newest of your own for 30 days.',
    empty: {
      running: {
        title: 'There is no backup yet.',
        body: 'The first one is made within a day of your workspace being online.',
      },
      stopped: {
        title: 'There is no backup.',
        body: 'No backup is made while the workspace is stopped.',
      },
      deleting: {
        title: 'There is no backup.',
        body: 'The final backup appears here once it is made.',
      },
      deleted: {
        title: 'There are no backups any more.',
        body: 'The final backup of a deleted workspace is kept for 90 days.',
      },
    } satisfies Record<WorkspaceState, { title: string; body: string }>,
    trigger: {
      scheduled: 'Scheduled',
      manual: 'On demand',
      final: 'Final',
    } satisfies Record<BackupTrigger, string>,
    facts_one: '{{count}} workflow, {{size}}',
    facts_other: '{{count}} workflows, {{size}}',
    withCredentials: 'With credentials, encrypted',
    withCredentialsOwners: 'With credentials, encrypted: only owners download it',
    download: 'Download',
    restore: 'Restore',
    of: 'the backup of {{date}}',
  },
  credentials: {
    pageTitle: 'Back up with credentials – Weft Cloud',
    title: 'Back up with credentials',
    lead: 'This backup also holds the credentials of your workspace, encrypted with a passphrase that only you know.',
    unrecoverable:
      'We do not keep your passphrase. Without it, nobody can open these credentials, and we cannot reset it. Keep it in a password manager.',
    notOnline:
      'Your workspace is not online, so it cannot hand out its credentials now. Please try again once it is.',
    username: '{{name}} backup passphrase',
    passphrase: 'Passphrase',
    passphraseHint: '12 to 256 characters. Four or more random words are easy to type and hard to guess.',
    strength: {
      short: 'Strength: too short',
      weak: 'Strength: too easy to guess',
      fair: 'Strength: fair',
      strong: 'Strength: strong',
    } satisfies Record<PassphraseStrength, string>,
    repeated: 'Passphrase again',
    submit: 'Back up now',
    byHand: {
      title: 'How to open the credentials without Weft Cloud',
      format:
        'The archive holds them as <code>{{file}}</code>. Its key comes from your passphrase (UTF-8, Unicode NFC) by scrypt with N, r, p and salt as in the file. Its data is AES-256-GCM with the 12-byte iv; the last 16 bytes are the tag. Inside is a JSON list of credentials with id, name, type and data.',
      steps:
        'Put <code>{{file}}</code>, your passphrase as <code>{{passphrase}}</code> and this script as <code>{{script}}</code> into one folder, then run <code>node {{script}}</code>. Delete the files afterwards: they hold your secrets.',
    },
  },
  size: { bytes: '{{amount}} B', kB: '{{amount}} kB', MB: '{{amount}} MB', GB: '{{amount}} GB' },
  upload: {
    pageTitle: 'Restore from a file – Weft Cloud',
    title: 'Restore from a file',
    lead: 'An archive that you downloaded here, of at most 50 MB. You see what would change before anything does.',
    field: 'Archive (.zip)',
    submit: 'Upload and look',
    uploading: 'The archive is being uploaded. This page goes on by itself.',
  },
  restore: {
    pageTitle: 'Restore workflows – Weft Cloud',
    title: 'Restore workflows',
    lead: 'What would change in your workspace. Nothing has been changed yet.',
    eyebrow: 'Backups of {{name}}',
    change: { added: 'Added', changed: 'Changed' } satisfies Record<Changing, string>,
    hint: {
      added: 'Not in your workspace now. It is added.',
      changed: 'Differs from the one in your workspace, which is replaced.',
    } satisfies Record<Changing, string>,
    unchanged_one: '{{count}} workflow is the same in your workspace',
    unchanged_other: '{{count}} workflows are the same in your workspace',
    untouched_zero: 'Your workspace has no other workflows.',
    untouched_one: '{{count}} other workflow of your workspace is not in this backup. It is left alone.',
    untouched_other:
      '{{count}} other workflows of your workspace are not in this backup. They are left alone.',
    nothing: 'There is nothing to restore',
    nothingBody: 'Every workflow of this backup is in your workspace exactly as it is here.',
    nothingIn: 'This backup holds no workflow.',
    safety: 'A backup of your workspace as it is now is made first, so that you can go back.',
    submit: 'Restore the chosen workflows',
    submitCredentials: 'Restore the credentials',
    credentials: {
      title: 'Credentials',
      lead: 'This backup holds credentials too. They replace those in your workspace with the same id and add the others. Yours as they are now are put into the backup that is made first, under the same passphrase.',
      passphrase: 'Passphrase of this backup',
      passphraseHint: 'Leave it empty to restore workflows alone. A wrong passphrase changes nothing.',
      ownersOnly: 'This backup holds credentials too. Only owners can restore them.',
      unconfirmed:
        'This backup holds credentials too. Please confirm that it is you before you restore them.',
      confirm: 'Confirm that it is you',
    },
    cancel: 'Back to the backups',
  },
  outcome: {
    title: 'Your workflows are restored.',
    titleCredentials: 'Your credentials are restored.',
    credentials: 'The credentials were restored',
    added_one: '{{count}} workflow added',
    added_other: '{{count}} workflows added',
    changed_one: '{{count}} workflow replaced',
    changed_other: '{{count}} workflows replaced',
    unchanged_one: '{{count}} workflow was the same already',
    unchanged_other: '{{count}} workflows were the same already',
  },
  final: {
    pageTitle: 'Final backup – Weft Cloud',
    title: 'Your final backup',
    lead: 'Your workspace was deleted. Its workflows as they were then are here to be kept.',
    facts: 'A zip archive of {{size}}, with one file for each workflow. It holds no credentials.',
    advice:
      'Any n8n can import the files in it. Keep the link of your mail to yourself: it opens this to anyone.',
    download: 'Download the final backup',
    goneTitle: 'There is no backup behind this link',
    gone: 'A final backup is kept for 90 days. This link is older than that, or it was not copied whole from the mail.',
  },
  dashboard: { last: 'Last backup', none: 'None yet' },
} as const;
