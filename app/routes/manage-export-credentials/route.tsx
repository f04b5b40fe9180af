import type { SubmissionResult } from '@conform-to/react';
import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import { PageFlash, useFrame } from '#app/components/layout/page-flash.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { credentialBackupSchema } from '#app/domain/backup/passphrase-form.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { member } from '#app/http/admission.ts';
import { parseForm, refusedByUseCase, refusedForm } from '#app/http/forms.ts';
import { page } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { noticeCookie } from '#app/http/notice-cookie.ts';
import { paths } from '#app/http/paths.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { i18n } from '#app/i18n/i18n.ts';
import { readBackups } from '#app/routes/backups/read-backups.ts';
import { beginCredentialBackup, requireCredentialAccess } from '#app/use-cases/backups/manage-backups.ts';
import { CredentialForm } from './credential-form.tsx';
import { OpenByHand } from './open-by-hand.tsx';

export const meta: MetaFunction = () => [{ title: i18n.t('backup.credentials.pageTitle') }];

/** Asks for a recent proof before the form, so that nobody types a passphrase in vain. */
export const loader = page(member('backup:credentials'), async ({ context, viewer }) => {
  requireCredentialAccess(context.services, viewer);
  const backups = await readBackups(context, viewer);
  return json({
    workspaceName: viewer.workspace.name,
    state: backups && (backups.canBackUp ? ('online' as const) : ('not-online' as const)),
    constraint: htmlConstraints(credentialBackupSchema),
  });
});

export const action = page(member('backup:credentials'), async ({ request, context, viewer }) => {
  const submission = await parseForm(request, portalForms.credentialBackup);
  if (submission.status !== 'success') return refusedForm(submission);
  try {
    const passphrase = submission.value.passphrase.normalize('NFC');
    await beginCredentialBackup(context.services, viewer, passphrase, context.client);
  } catch (error) {
    if (error instanceof AppError && error.status >= 500) context.reportError(error);
    return refusedByUseCase(submission, error);
  }
  return redirect(paths.backups, {
    headers: { 'Set-Cookie': noticeCookie('credential-backup-begun', context.portal.isSecure) },
  });
});

/** Where a backup with credentials is asked for. */
export default function ManageExportCredentials() {
  const { t } = useTranslation();
  const { viewer } = useFrame();
  const { workspaceName, state, constraint } = useLoaderData<typeof loader>();
  const lastResult = useActionData<SubmissionResult>();
  return (
    <DefaultLayout viewer={viewer} flash={<PageFlash />}>
      <Page
        title={t('backup.credentials.title')}
        lead={t('backup.credentials.lead')}
        eyebrow={t('backup.restore.eyebrow', { name: workspaceName })}
      >
        {state === 'online' ? (
          <>
            <Notice tone="info">{t('backup.credentials.unrecoverable')}</Notice>
            <CredentialForm workspaceName={workspaceName} constraint={constraint} lastResult={lastResult} />
          </>
        ) : (
          <>
            <Notice tone="warning">
              {t(state === null ? 'backup.unavailable' : 'backup.credentials.notOnline')}
            </Notice>
            <div className="cluster">
              <ButtonLink to={paths.backups}>{t('backup.restore.cancel')}</ButtonLink>
            </div>
          </>
        )}
        <OpenByHand />
      </Page>
    </DefaultLayout>
  );
}
