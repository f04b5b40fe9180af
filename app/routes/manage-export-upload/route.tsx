import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { BackupPage } from '#app/components/backup/backup-page.tsx';
import { useCurrentNavigation } from '#app/components/ui/router.ts';
import type { ActionRefusal } from '#app/domain/errors/refusal.ts';
import { backupRestorePath } from '#app/domain/paths.ts';
import { member } from '#app/http/admission.ts';
import { rejectAction } from '#app/http/form-actions.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { t } from '#app/i18n/t.ts';
import { readUpload } from './read-upload.ts';
import { UploadForm } from './upload-form.tsx';

export const meta: MetaFunction = () => [{ title: t('backup.upload.pageTitle') }];

export const loader = page(member('backup:export'), async ({ viewer }) =>
  json({ workspaceName: viewer.workspace.name }),
);

/** Stores an archive and redirects to its preview. */
export const action = formAction(member('backup:export'), async ({ request, context, actor }) => {
  try {
    return redirect(backupRestorePath({ upload: await readUpload(request, context, actor) }));
  } catch (error) {
    return rejectAction(error);
  }
});

/** Uploads an archive that was downloaded before. */
export default function ManageExportUpload() {
  const { workspaceName } = useLoaderData<typeof loader>();
  const refused = useActionData<ActionRefusal>();
  const isUploading = useCurrentNavigation(({ state }) => state === 'submitting');
  return (
    <BackupPage title={t('backup.upload.title')} lead={t('backup.upload.lead')} workspaceName={workspaceName}>
      <UploadForm failure={refused?.failure} />
      <p role="status" className="text-muted">
        {isUploading && t('backup.upload.uploading')}
      </p>
    </BackupPage>
  );
}
