import type { SubmissionResult } from '@conform-to/react';
import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { BackupDeadEnd, BackupPage } from '#app/components/backup/backup-page.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { credentialBackupSchema } from '#app/domain/backup/passphrase-form.ts';
import { paths } from '#app/domain/paths.ts';
import { member } from '#app/http/admission.ts';
import { submitForm } from '#app/http/form-actions.ts';
import { parseForm } from '#app/http/forms.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { readBackups } from '#app/http/instance.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { t } from '#app/i18n/t.ts';
import { beginCredentialBackup, requireCredentialAccess } from '#app/use-cases/backups/manage-backups.ts';
import { CredentialForm, OpenByHand } from './credential-form.tsx';

export const meta: MetaFunction = () => [{ title: t('backup.credentials.pageTitle') }];

/** Asks for a recent proof before the form, so that people do not type a passphrase for nothing. */
export const loader = page(member('backup:credentials'), async ({ context, viewer }) => {
  requireCredentialAccess(context.services, viewer);
  const backups = await readBackups(context, viewer);
  return json({
    workspaceName: viewer.workspace.name,
    state: backups && (backups.canBackUp ? ('online' as const) : ('not-online' as const)),
    constraint: htmlConstraints(credentialBackupSchema),
  });
});

export const action = formAction(member('backup:credentials'), async ({ request, context, actor }) => {
  return submitForm(await parseForm(request, portalForms.credentialBackup), async ({ passphrase }) => {
    await beginCredentialBackup(context.services, actor, passphrase.normalize('NFC'));
    return redirectWithNotice(context, paths.backups, 'credential-backup-begun');
  });
});

/** Starts a backup with credentials. */
export default function ManageExportCredentials() {
  const { workspaceName, state, constraint } = useLoaderData<typeof loader>();
  const lastResult = useActionData<SubmissionResult>();
  return (
    <BackupPage
      title={t('backup.credentials.title')}
      lead={t('backup.credentials.lead')}
      workspaceName={workspaceName}
    >
      {state === 'online' ? (
        <>
          <Notice tone="info">{t('backup.credentials.unrecoverable')}</Notice>
          <CredentialForm workspaceName={workspaceName} constraint={constraint} lastResult={lastResult} />
        </>
      ) : (
        <BackupDeadEnd tone="warning">
          {t(state === null ? 'backup.unavailable' : 'backup.credentials.notOnline')}
        </BackupDeadEnd>
      )}
      <OpenByHand />
    </BackupPage>
  );
}
