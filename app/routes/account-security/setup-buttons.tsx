import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

/** The buttons of a factor's setup: its submit button and a link that cancels. */
export function SetupButtons({ children }: { children: ReactNode }) {
  return (
    <div className="cluster">
      {children}
      <Link to={paths.accountSecurity} className="button button--quiet" preventScrollReset>
        {t('accountSecurity.cancel')}
      </Link>
    </div>
  );
}
