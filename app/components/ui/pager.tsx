import { t } from '#app/i18n/t.ts';
import { ButtonLink } from './button.tsx';

export interface PagerProps {
  /** The list's first page; null on that page. */
  first: string | null;
  /** The next page; null on the last one. */
  next: string | null;
  order?: 'newest' | 'oldest';
}

/** The links between the pages of a list, for its card's footer. */
export function Pager({ first, next, order = 'newest' }: PagerProps) {
  return (
    <>
      {first !== null && <ButtonLink to={first}>{t('ui.pager.first')}</ButtonLink>}
      {next !== null && (
        <ButtonLink to={next} trailingIcon="arrow-right">
          {t(order === 'newest' ? 'ui.pager.older' : 'ui.pager.newer')}
        </ButtonLink>
      )}
    </>
  );
}
