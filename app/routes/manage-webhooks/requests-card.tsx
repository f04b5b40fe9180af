import { Form, Link } from '@remix-run/react';
import { FilterSelect } from '#app/components/form/filter-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Pager } from '#app/components/ui/pager.tsx';
import { Options } from '#app/components/ui/select-box.tsx';
import { heldStates } from '#app/domain/held-webhooks/held-request.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { type ListFilter, listPath } from './filter.ts';
import type { QueueCardProps } from './queue-cards.tsx';
import { RequestRow } from './request-row.tsx';

/** A page of the held requests, newest first. */
export function RequestsCard({ held, filter, canConfigure }: QueueCardProps) {
  const { requests, nextCursor } = held;
  const hasOlder = filter.cursor !== null || nextCursor !== null;
  const canDownload = canConfigure && requests.length > 0;
  return (
    <Card
      title={t('webhooks.list.title')}
      footer={
        (hasOlder || canDownload) && (
          <>
            <Pager
              first={filter.cursor && listPath({ ...filter, cursor: null })}
              next={nextCursor && listPath({ ...filter, cursor: nextCursor })}
            />
            {canDownload && (
              <ButtonLink to={paths.webhooksArchive} variant="quiet" reloadDocument>
                {t('webhooks.list.download')}
              </ButtonLink>
            )}
          </>
        )
      }
    >
      <RequestFilterForm filter={filter} />
      {requests.length === 0 ? (
        <p>{t('webhooks.list.none')}</p>
      ) : (
        <ul className="rows">
          {requests.map((request) => (
            <RequestRow
              key={request.id}
              request={request}
              action={listPath(filter)}
              canConfigure={canConfigure}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Keyed by the filter, since its fields keep their input. */
function RequestFilterForm({ filter }: { filter: ListFilter }) {
  const { path, state } = filter;
  return (
    <Form key={`${state} ${path}`} method="get" action={paths.webhooks} className="queue-filter">
      <div className="field">
        <label className="field__label" htmlFor="filter-path">
          {t('webhooks.list.path')}
        </label>
        <div className="input-box">
          <input
            className="input-box__input"
            id="filter-path"
            name="path"
            defaultValue={path ?? ''}
            placeholder={t('webhooks.list.pathExample')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2048}
          />
        </div>
      </div>
      <FilterSelect name="state" label={t('webhooks.list.state')} value={state ?? ''}>
        <option value="">{t('webhooks.list.anyState')}</option>
        <Options values={heldStates} labelOf={(value) => t(`webhooks.list.states.${value}`)} />
      </FilterSelect>
      <div className="cluster">
        <SubmitButton variant="secondary">{t('ui.filter.submit')}</SubmitButton>
        {(path !== null || state !== null) && <Link to={paths.webhooks}>{t('webhooks.list.clear')}</Link>}
      </div>
    </Form>
  );
}
