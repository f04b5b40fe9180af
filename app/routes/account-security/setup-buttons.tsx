import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#app/http/paths.ts';

/** Below the set-up of a factor: its button, and the way back to the page without it. */
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
