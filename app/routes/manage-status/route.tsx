import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import { useLiveInstance } from '#app/components/instance/use-live-instance.ts';
import { ManageLayout } from '#app/components/manage/manage-layout.tsx';
import { Unavailable } from '#app/components/manage/unavailable.tsx';
import { useReload } from '#app/components/ui/router.ts';
import { member } from '#app/http/admission.ts';
import { pageWithCall } from '#app/http/handlers.ts';
import { t } from '#app/i18n/t.ts';
import { Timeline } from './timeline.tsx';
import { UptimeCard } from './uptime-card.tsx';

export const meta: MetaFunction = () => [{ title: t('manage.status.pageTitle') }];

export const loader = pageWithCall(
  member('workspace:configure'),
  (workspace, accountId) => workspace.overview(accountId),
  async ({ called }) => {
    const overview = await called;
    return json(overview && { instance: overview.view, history: overview.history, now: overview.now });
  },
);

/** The workspace's uptime and status changes over the last 90 days. */
export default function ManageStatus() {
  const data = useLoaderData<typeof loader>();
  const { instance } = useLiveInstance(data?.instance ?? null);
  const reload = useReload();
  const since = instance?.since;
  const shownSince = data?.instance.since;
  // A status change while the page is open adds a line to the history.
  useEffect(() => {
    if (since !== undefined && shownSince !== undefined && since > shownSince) reload();
  }, [since, shownSince, reload]);
  return (
    <ManageLayout screen="status" instance={instance}>
      {data ? (
        <>
          <UptimeCard history={data.history} now={data.now} />
          <Timeline history={data.history} now={data.now} />
        </>
      ) : (
        <Unavailable>{t('manage.status.notThere')}</Unavailable>
      )}
    </ManageLayout>
  );
}
