import { useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { SECOND_MS } from '#app/domain/time/clock.ts';
import { t } from '#app/i18n/t.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Refresh } from '../ui/refresh.tsx';

/** A page that refreshes itself, such as during a rehearsal, continues after a failed read. */
const REFRESH_MS = 10 * SECOND_MS;

/**
 * In place of a screen's content while it can't be loaded: the sentence, and a link that loads the page again. The page
 * also reloads by itself.
 */
export function Unavailable({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Notice
      tone="warning"
      action={
        <ButtonLink to={pathname + search} icon="refresh" reloadDocument>
          {t('layout.tryAgain')}
        </ButtonLink>
      }
    >
      {children}
      <Refresh intervalMs={REFRESH_MS} />
    </Notice>
  );
}
