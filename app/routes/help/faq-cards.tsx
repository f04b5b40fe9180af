import { Form, Link, useLocation } from '@remix-run/react';
import { useDeferredValue, useState } from 'react';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import type { Role } from '#app/domain/access/roles.ts';
import { faqGroupIds } from '#app/domain/help/faq.ts';
import { boundSearch, SEARCH_MAX_LENGTH, search as searchIn } from '#app/domain/help/search.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';
import { FaqList } from './faq-list.tsx';
import { listFaqTexts } from './faq-texts.ts';

interface FaqCardsProps {
  /** The search in the address. */
  search: ReturnType<typeof boundSearch>;
  role: Role;
}

/** Questions and answers with their search: by form submission, and while typing if JavaScript runs. */
export function FaqCards({ search, role }: FaqCardsProps) {
  const { text, type, leave } = useSearchText(search.query);
  const { query } = boundSearch(useDeferredValue(text));
  const texts = listFaqTexts();
  const found = searchIn(texts, query);
  return (
    <>
      <Form
        method="get"
        action={paths.help}
        role="search"
        className="field"
        preventScrollReset
        onSubmit={() => leave(text)}
      >
        <label className="field__label" htmlFor="faq-search">
          {t('help.search.label')}
        </label>
        <div className="field-row field-row--line">
          <div className="input-box">
            <input
              id="faq-search"
              className="input-box__input"
              type="search"
              name="q"
              value={text}
              onChange={({ currentTarget }) => type(currentTarget.value)}
              maxLength={SEARCH_MAX_LENGTH}
              placeholder={t('help.search.placeholder')}
              autoComplete="off"
              enterKeyHint="search"
            />
          </div>
          <SubmitButton variant="secondary" icon="search">
            {t('help.search.submit')}
          </SubmitButton>
        </div>
      </Form>
      {search.isCut && <Notice tone="info">{t('help.search.cut', { count: SEARCH_MAX_LENGTH })}</Notice>}
      <p role="status" className={query === '' ? 'visually-hidden' : undefined}>
        {query !== '' && t('help.search.found', { count: found.length, query })}
      </p>
      {query === '' ? (
        faqGroupIds.map((group) => (
          <Card key={group} title={t(`help.groups.${group}`)}>
            <FaqList texts={texts.filter((text) => text.group === group)} role={role} />
          </Card>
        ))
      ) : (
        <Card
          footer={
            <Link to={paths.help} onClick={() => leave('')} preventScrollReset>
              {t('help.search.all')}
            </Link>
          }
        >
          {found.length > 0 ? (
            <FaqList texts={found} role={role} />
          ) : (
            <p>
              <Trans i18nKey="help.search.none" components={{ ask: <Link to="#ticket" /> }} />
            </p>
          )}
        </Card>
      )}
    </>
  );
}

/** Whether the search is loading another address, and whether the person is still typing. */
type Move = 'none' | 'begun' | 'typed-since';

/**
 * The search field's text: the input, until navigation to another address (such as by the back button) replaces it with
 * that `query`.
 */
function useSearchText(query: string) {
  const { key } = useLocation();
  const [text, setText] = useState(query);
  const [shown, setShown] = useState({ key, query });
  const [move, setMove] = useState<Move>('none');
  if (shown.key !== key || shown.query !== query) {
    setShown({ key, query });
    setMove('none');
    // On a slow connection people keep typing before the requested URL is loaded.
    if (shown.query !== query && move !== 'typed-since') setText(query);
  }
  return {
    text,
    type(typed: string) {
      setText(typed);
      setMove((present) => (present === 'begun' ? 'typed-since' : present));
    },
    /** Call when the search loads another address, with the new text of the field. */
    leave(next: string) {
      setText(next);
      setMove('begun');
    },
  };
}
