import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { AccountLayout } from '#app/components/account/account-layout.tsx';
import { readActivityFilter } from '#app/domain/access/activity-filter.ts';
import { member } from '#app/http/admission.ts';
import { pageWithRead, type ReadArgs } from '#app/http/handlers.ts';
import { t } from '#app/i18n/t.ts';
import { ActivityList } from './activity-list.tsx';

const PAGE_LENGTH = 50;

export const meta: MetaFunction = () => [{ title: t('activity.pageTitle') }];

/** Everything that changed the account, for its owner, filtered by the address. */
export const loader = pageWithRead(member('activity:view'), readPage, async ({ request, found }) => {
  const events = found.events.slice(0, PAGE_LENGTH);
  const last = found.events.length > PAGE_LENGTH ? events.at(-1) : undefined;
  return json({
    events,
    filter: filterOf(request),
    members: found.members,
    next: last ? { at: last.at, id: last.id } : null,
  });
});

function readPage({ request, context, ids }: ReadArgs) {
  // One more event than shown reveals whether more follow.
  return context.services.activity.pageWithMembers(ids, filterOf(request), PAGE_LENGTH + 1);
}

function filterOf(request: Request) {
  return readActivityFilter(new URL(request.url).searchParams);
}

export default function AccountActivity() {
  const data = useLoaderData<typeof loader>();
  return (
    <AccountLayout screen="activity">
      <ActivityList {...data} />
    </AccountLayout>
  );
}
