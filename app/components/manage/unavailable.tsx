import { useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { t } from '#app/i18n/t.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** In place of a screen's content while it can't be loaded: the sentence, and a link that loads the page again. */
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
    </Notice>
  );
}
