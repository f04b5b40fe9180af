import { sentenceOf } from '#app/components/account/activity-sentence.ts';
import { deviceText, whereText } from '#app/components/account/device-text.ts';
import { FilterForm, FilterSelect, OrderSelect } from '#app/components/form/filter-form.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Pager } from '#app/components/ui/pager.tsx';
import { Options } from '#app/components/ui/select-box.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import { type ActivityFilter, isFiltered, queryOfActivity } from '#app/domain/access/activity-filter.ts';
import { type AuditEvent, type AuditKind, auditGroups } from '#app/domain/access/audit.ts';
import { paths } from '#app/domain/paths.ts';
import { SEPARATOR, t } from '#app/i18n/t.ts';

/** Events that an owner should check. */
const refusals: ReadonlySet<AuditKind> = new Set([
  'sign_in_failed',
  'sign_in_throttled',
  'password_refused',
  'second_factor_refused',
  'passkey_counter_went_back',
]);

interface ActivityListProps extends ActivityFilterFormProps {
  /** In the filter's order. */
  events: readonly AuditEvent[];
  /** The last event when more follow; null on the last page. */
  next: ActivityFilter['cursor'];
}

/** The account's changes: a sentence each, with time, device and place. */
export function ActivityList({ events, next, filter, members }: ActivityListProps) {
  const pathOf = (changes: Partial<ActivityFilter>, path: string = paths.accountActivity) => {
    const query = queryOfActivity({ ...filter, ...changes });
    return query === '' ? path : `${path}?${query}`;
  };
  return (
    <Card
      title={t('activity.title')}
      footer={
        <>
          <Pager
            first={filter.cursor && pathOf({ cursor: null })}
            next={next && pathOf({ cursor: next })}
            order={filter.order}
          />
          <ButtonLink to={pathOf({ cursor: null }, paths.accountActivityCsv)} variant="quiet" reloadDocument>
            {t('ui.csv')}
          </ButtonLink>
        </>
      }
    >
      <p className="text-muted">{t('activity.lead')}</p>
      <ActivityFilterForm filter={filter} members={members} />
      {events.length === 0 && (
        <p>{t(isFiltered(filter) || filter.cursor ? 'activity.noMatch' : 'activity.empty')}</p>
      )}
      <ol className="timeline">
        {events.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </ol>
    </Card>
  );
}

function Entry({ event }: { event: AuditEvent }) {
  // Events from the billing provider have no device.
  const device = event.address === '' && event.userAgent === '' ? '' : deviceText(event.userAgent);
  const details = [event.actor?.email, device, whereText(event)];
  return (
    <li className="timeline__entry">
      <p className="text-muted text-sm">
        <LocalTime at={event.at} format="dateTime" />
      </p>
      <div className="rows__words">
        <div className="cluster">
          <p>{sentenceOf(event)}</p>
          {refusals.has(event.kind) && <StatusBadge tone="danger">{t('activity.refused')}</StatusBadge>}
        </div>
        <p className="text-muted text-sm">{details.filter(Boolean).join(SEPARATOR)}</p>
      </div>
    </li>
  );
}

interface ActivityFilterFormProps {
  filter: ActivityFilter;
  members: ReadonlyArray<{ userId: string; name: string }>;
}

function ActivityFilterForm({ filter, members }: ActivityFilterFormProps) {
  const { who, what, order } = filter;
  const isFormer = who !== undefined && who !== 'nobody' && members.every(({ userId }) => userId !== who);
  return (
    <FilterForm key={JSON.stringify([who, what, order])}>
      <FilterSelect name="who" label={t('activity.filter.who')} value={who ?? ''}>
        <option value="">{t('activity.filter.anyone')}</option>
        {members.map(({ userId, name }) => (
          <option key={userId} value={userId}>
            {name}
          </option>
        ))}
        {isFormer && <option value={who}>{t('activity.filter.former')}</option>}
        <option value="nobody">{t('activity.filter.nobody')}</option>
      </FilterSelect>
      <FilterSelect name="what" label={t('activity.filter.what')} value={what ?? ''}>
        <option value="">{t('activity.filter.anything')}</option>
        <Options values={auditGroups} labelOf={(group) => t(`activity.group.${group}`)} />
      </FilterSelect>
      <OrderSelect order={order} />
    </FilterForm>
  );
}
