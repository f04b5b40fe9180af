import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { sizeText } from '#app/components/backup/size-text.ts';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { AppError } from '#app/domain/errors/app-error.ts';
import { finalArchivePath, paths } from '#app/domain/paths.ts';
import { anyone } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { linkTokenOf } from '#app/http/url-of.ts';
import { t } from '#app/i18n/t.ts';
import { findFinalBackup } from '#app/use-cases/backups/manage-backups.ts';

export const meta: MetaFunction = () => [{ title: t('backup.final.pageTitle') }];

/** A deleted workspace's last backup. The token in its owner's mail opens it, since the account can be gone. */
export const loader = page(anyone, async ({ request, context }) => {
  const token = linkTokenOf(request) ?? '';
  try {
    const { bytes } = await findFinalBackup(context.services, token);
    return json({ backup: { bytes, downloadPath: finalArchivePath(token) } });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'backup_not_found')) throw error;
    return json({ backup: null }, { status: 404 });
  }
});

export default function FinalBackup() {
  const { backup } = useLoaderData<typeof loader>();
  return (
    <PublicLayout>
      {backup === null ? (
        <Page title={t('backup.final.goneTitle')} lead={t('backup.final.gone')} width="narrow">
          <ButtonLink to={paths.home} variant="secondary">
            {t('layout.backHome')}
          </ButtonLink>
        </Page>
      ) : (
        <Page title={t('backup.final.title')} lead={t('backup.final.lead')} width="narrow">
          <p>{t('backup.final.facts', { size: sizeText(backup.bytes) })}</p>
          <ButtonLink to={backup.downloadPath} variant="primary" size="lg" reloadDocument>
            {t('backup.final.download')}
          </ButtonLink>
          <p className="text-muted">{t('backup.final.advice')}</p>
        </Page>
      )}
    </PublicLayout>
  );
}
