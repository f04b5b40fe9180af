import { Link } from '@remix-run/react';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

/** Beside a field that asks signed-in people for their password. */
export function ForgotPasswordLink() {
  return <Link to={paths.forgotPassword}>{t('forgotPassword.fromLogin')}</Link>;
}
