import { Link } from '@remix-run/react';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

/** In a form that asks signed-in people for their password, after its last field. */
export function ForgotPasswordLink() {
  return (
    <p>
      <Link to={paths.forgotPassword}>{t('forgotPassword.title')}</Link>
    </p>
  );
}
