import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { AccountLayout } from '#app/components/account/account-layout.tsx';
import { member } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { paths } from '#app/http/paths.ts';
import { t } from '#app/i18n/t.ts';
import { ActivityList } from './activity-list.tsx';

const PAGE_LENGTH = 50;

export const meta: MetaFunction = () => [{ title: t('activity.pageTitle') }];

/** Every security event of the account, for its owner. */
export const loader = page(member('activity:view'), async ({ request, context, viewer }) => {
  const cursor = cursorOf(new URL(request.url).searchParams.get('before'));
  // One more event than shown reveals whether older ones exist.
  const found = await context.services.activity.page(viewer.account.id, cursor, PAGE_LENGTH + 1);
  const events = found.slice(0, PAGE_LENGTH);
  const last = found.length > PAGE_LENGTH ? events.at(-1) : undefined;
  const older = last && new URLSearchParams({ before: `${last.at}.${last.id}` });
  return json({ events, olderTo: older ? `${paths.accountActivity}?${older}` : null });
});

/** @returns the last event of the page before; null for none and for a malformed cursor. */
function cursorOf(text: string | null): { at: number; id: string } | null {
  const [, at, id] = text?.match(/^(\d{1,15})\.(aud_[\w-]{1,64})$/) ?? [];
  return at !== undefined && id !== undefined ? { at: Number(at), id } : null;
}

export default function AccountActivity() {
  const { events, olderTo } = useLoaderData<typeof loader>();
  return (
    <AccountLayout screen="activity">
      <ActivityList events={events} olderTo={olderTo} />
    </AccountLayout>
  );
}
