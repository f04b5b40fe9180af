import { json, type MetaFunction } from '@remix-run/cloudflare';
import { Link, useLoaderData, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { ManageLayout } from '#app/components/manage/manage-layout.tsx';

import { isUnderWay } from '#app/domain/instance/rehearsal/state.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';
import { member } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { readUpdate } from '#app/http/instance.ts';
import { paths } from '#app/http/paths.ts';
import { t } from '#app/i18n/t.ts';
import { RehearsalCard } from './rehearsal-card.tsx';

/** A rehearsal takes a minute or more: its page asks again this often. */
const REFRESH_MS = 3 * SECOND_MS;

export const meta: MetaFunction = () => [{ title: t('manage.update.pageTitle') }];

export const loader = page(member('workspace:configure'), async ({ context, viewer }) =>
  json(await readUpdate(context, viewer)),
);

/** The rehearsal of another version: its progress, then its report. */
export default function ManageUpdate() {
  const data = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const rehearsal = data?.rehearsal ?? null;
  const isRunning = rehearsal !== null && isUnderWay(rehearsal);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(revalidate, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isRunning, revalidate]);
  return (
    <ManageLayout screen="settings" instance={data?.instance ?? null}>
      {rehearsal ? (
        <RehearsalCard rehearsal={rehearsal} />
      ) : (
        <p>{t(data ? 'manage.update.none' : 'manage.update.notThere')}</p>
      )}
      <p>
        <Link to={paths.manage}>{t('manage.update.back')}</Link>
      </p>
    </ManageLayout>
  );
}
