import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { BackupDeadEnd, BackupPage } from '#app/components/backup/backup-page.tsx';
import { refusalText } from '#app/components/backup/refusal-text.ts';
import { useFormAnswer } from '#app/components/form/form-answer.tsx';
import { usePostedInput } from '#app/components/form/use-posted-input.ts';
import { Notice } from '#app/components/ui/notice.tsx';
import { AppError } from '#app/domain/errors/app-error.ts';
import { paths } from '#app/domain/paths.ts';
import { member } from '#app/http/admission.ts';
import { rejectAction } from '#app/http/form-actions.ts';
import { findPostedForm, parseForm, rejectForm, rejectWithError } from '#app/http/forms.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { t } from '#app/i18n/t.ts';
import { outcomeQuery } from '#app/routes/backups/outcome.ts';
import { restoreWorkflows } from '#app/use-cases/backups/manage-backups.ts';
import { credentialChoiceOf, previewForPage, restoreSourceOf } from './preview.ts';
import { RestoreForm } from './restore-form.tsx';

export const meta: MetaFunction = () => [{ title: t('backup.restore.pageTitle') }];

/** The changes that restoring this archive would make. A failed preview is a page too, with its reason. */
export const loader = page(member('backup:export'), async ({ request, context, viewer }) => {
  const answer = await previewForPage(context, viewer, restoreSourceOf(request, viewer));
  const credentials = credentialChoiceOf(context, viewer, answer.preview);
  return json({ ...answer, credentials, workspaceName: viewer.workspace.name }, { status: answer.status });
});

export const action = formAction(member('backup:export'), async ({ request, context, viewer, actor }) => {
  const source = restoreSourceOf(request, viewer);
  const submission = await parseForm(request, portalForms.restore);
  // Invalid workflow ids count as not chosen. Only an invalid passphrase refuses the form.
  if (submission.status !== 'success' && submission.error?.passphrase) return rejectForm(submission);
  const { workflowId = [], isWhole, passphrase } = submission.status === 'success' ? submission.value : {};
  try {
    const outcome = await restoreWorkflows(context.services, actor, source, {
      workflowIds: isWhole === 'yes' ? null : workflowId,
      passphrase: passphrase?.normalize('NFC') ?? null,
    });
    return redirectWithNotice(context, `${paths.backups}?${outcomeQuery(outcome)}`, 'workflows-restored');
  } catch (error) {
    if (error instanceof AppError && error.fields) return rejectWithError(submission, error);
    return rejectAction(error, findPostedForm(request));
  }
});

/** The preview of a restore, and its confirmation. */
export default function ManageExportRestore() {
  const { preview, failure, credentials, workspaceName } = useLoaderData<typeof loader>();
  const { code: refusal } = useFormAnswer();
  const lastResult = usePostedInput();
  return (
    <BackupPage
      title={t('backup.restore.title')}
      lead={preview && t('backup.restore.lead')}
      workspaceName={workspaceName}
    >
      {refusal && <Notice tone="danger">{refusalText(refusal)}</Notice>}
      {preview ? (
        <RestoreForm
          preview={preview}
          credentials={credentials}
          workspaceName={workspaceName}
          lastResult={lastResult}
        />
      ) : (
        <BackupDeadEnd tone="danger">{refusalText(failure)}</BackupDeadEnd>
      )}
    </BackupPage>
  );
}
