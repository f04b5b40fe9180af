import { ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

/** Why a link did not confirm (spec §8, "E-mail confirmation"), and the next step. */
export function ConfirmationFailed({ sentence, isSignedIn }: { sentence: string; isSignedIn: boolean }) {
  return (
    <Page title={t('confirm.failed.title')} width="narrow">
      <Notice tone="danger">{sentence}</Notice>
      {/* For a signed-in, unconfirmed person the link opens "check your mail", which offers a new link. */}
      <ButtonLink to={isSignedIn ? paths.confirmEmail : paths.login} variant="primary" reloadDocument>
        {isSignedIn ? t('confirm.failed.again') : t('confirm.failed.signIn')}
      </ButtonLink>
    </Page>
  );
}
