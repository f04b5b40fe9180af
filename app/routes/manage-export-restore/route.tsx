import type { SubmissionResult } from '@conform-to/react';
import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '#app/components/backup/refusal-text.ts';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import { PageFlash, useFrame } from '#app/components/layout/page-flash.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { AppError } from '#app/domain/errors/app-error.ts';
import { member } from '#app/http/admission.ts';
import { parseForm, refusedByUseCase, refusedForm } from '#app/http/forms.ts';
import { page } from '#app/http/handlers.ts';
import { noticeCookie } from '#app/http/notice-cookie.ts';
import { paths } from '#app/http/paths.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { i18n } from '#app/i18n/i18n.ts';
import { outcomeQuery } from '#app/routes/backups/outcome.ts';
import { type BackupRefusal, refusedBackup } from '#app/routes/backups/refusal.ts';
import { restoreWorkflows } from '#app/use-cases/backups/manage-backups.ts';
import { credentialChoiceOf, previewForPage, restoreSourceOf } from './preview.ts';
import { RestoreForm } from './restore-form.tsx';

export const meta: MetaFunction = () => [{ title: i18n.t('backup.restore.pageTitle') }];

/** What restoring this archive would change. Why it cannot be told is a page too: the archive is the person's own. */
export const loader = page(member('backup:export'), async ({ request, context, viewer }) => {
  const answer = await previewForPage(context, viewer, restoreSourceOf(request, viewer));
  const credentials = credentialChoiceOf(context, viewer, answer.preview);
  return json({ ...answer, credentials, workspaceName: viewer.workspace.name }, { status: answer.status });
});

export const action = page(member('backup:export'), async ({ request, context, viewer }) => {
  const source = restoreSourceOf(request, viewer);
  const submission = await parseForm(request, portalForms.restore);
  // Workflows that do not fit count as not chosen; a passphrase that does not is told at its field.
  if (submission.status !== 'success' && submission.error?.passphrase) return refusedForm(submission);
  const { workflowId: workflowIds = [], passphrase } =
    submission.status === 'success' ? submission.value : {};
  try {
    const { services, client, reportError } = context;
    const outcome = await restoreWorkflows({ ...services, reportError }, viewer, source, {
      ...{ workflowIds, client },
      passphrase: passphrase?.normalize('NFC') ?? null,
    });
    return redirect(`${paths.backups}?${outcomeQuery(outcome)}`, {
      headers: { 'Set-Cookie': noticeCookie('workflows-restored', context.portal.isSecure) },
    });
  } catch (error) {
    if (error instanceof AppError && error.fields) return refusedByUseCase(submission, error);
    return refusedBackup(context, error);
  }
});

/** The preview of a restore, and its confirmation. */
export default function ManageExportRestore() {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const { viewer } = useFrame();
  const { preview, failure, credentials, workspaceName } = useLoaderData<typeof loader>();
  const answer = useActionData<BackupRefusal | SubmissionResult>();
  const refused = answer && 'failure' in answer ? answer : undefined;
  const lastResult = answer && !('failure' in answer) ? answer : undefined;
  return (
    <DefaultLayout viewer={viewer} flash={<PageFlash />}>
      <Page
        title={t('backup.restore.title')}
        lead={preview && t('backup.restore.lead')}
        eyebrow={t('backup.restore.eyebrow', { name: workspaceName })}
      >
        {refused && <Notice tone="danger">{refusalText(refused.failure)}</Notice>}
        {preview ? (
          <RestoreForm
            preview={preview}
            credentials={credentials}
            workspaceName={workspaceName}
            lastResult={lastResult}
          />
        ) : (
          <>
            <Notice tone="danger">{refusalText(failure)}</Notice>
            <div className="cluster">
              <ButtonLink to={paths.backups}>{t('backup.restore.cancel')}</ButtonLink>
            </div>
          </>
        )}
      </Page>
    </DefaultLayout>
  );
}
