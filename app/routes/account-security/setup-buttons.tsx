import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#app/http/paths.ts';

/** The buttons of a factor's set-up: its submit button and a link that cancels. */
export function SetupButtons({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="cluster">
      {children}
      <Link to={paths.accountSecurity} className="button button--quiet" preventScrollReset>
        {t('accountSecurity.cancel')}
      </Link>
    </div>
  );
}
