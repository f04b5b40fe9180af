import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import { PageFlash, useFrame } from '#app/components/layout/page-flash.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { member } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { backupRestorePath } from '#app/http/paths.ts';
import { i18n } from '#app/i18n/i18n.ts';
import { type BackupRefusal, refusedBackup } from '#app/routes/backups/refusal.ts';
import { readUpload } from './read-upload.ts';
import { UploadForm } from './upload-form.tsx';

export const meta: MetaFunction = () => [{ title: i18n.t('backup.upload.pageTitle') }];

export const loader = page(member('backup:export'), async ({ viewer }) =>
  json({ workspaceName: viewer.workspace.name }),
);

/** Takes an archive in and leads to its preview. */
export const action = page(member('backup:export'), async ({ request, context, viewer }) => {
  try {
    return redirect(backupRestorePath({ upload: await readUpload(request, context, viewer) }));
  } catch (error) {
    return refusedBackup(context, error);
  }
});

/** An archive that broke off on its way is no reason for an error page: it can be sent again. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs): Promise<BackupRefusal> {
  try {
    return await serverAction<BackupRefusal>();
  } catch (error) {
    if (error instanceof Response) throw error;
    return { failure: 'backups_unavailable' };
  }
}

/** Where an archive that was downloaded comes back. */
export default function ManageExportUpload() {
  const { t } = useTranslation();
  const { viewer } = useFrame();
  const { workspaceName } = useLoaderData<typeof loader>();
  const refused = useActionData<BackupRefusal>();
  const { state, formAction } = useNavigation();
  const isUploading = state === 'submitting' && formAction !== undefined;
  return (
    <DefaultLayout viewer={viewer} flash={<PageFlash />}>
      <Page
        title={t('backup.upload.title')}
        lead={t('backup.upload.lead')}
        eyebrow={t('backup.restore.eyebrow', { name: workspaceName })}
      >
        <UploadForm failure={refused?.failure} />
        <p role="status" className="text-muted">
          {isUploading && t('backup.upload.uploading')}
        </p>
      </Page>
    </DefaultLayout>
  );
}
