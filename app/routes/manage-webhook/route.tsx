import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { useLiveInstance } from '#app/components/instance/use-live-instance.ts';
import { ManageLayout } from '#app/components/manage/manage-layout.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { paths } from '#app/domain/paths.ts';
import { member } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { readInstance } from '#app/http/instance.ts';
import { t } from '#app/i18n/t.ts';
import { openHeldWebhook } from '#app/use-cases/held-webhooks/manage-held-webhooks.ts';
import { BodyCard, RequestCard, ValuesCard } from './cards.tsx';

export const meta: MetaFunction = () => [{ title: t('webhooks.detail.pageTitle') }];

/** Held bodies can be personal data: each visit is recorded. */
export const loader = page(member('workspace:configure'), async ({ params, context, viewer, actor }) => {
  const [held, instance] = await Promise.all([
    openHeldWebhook(context.services, actor, params.heldId ?? ''),
    readInstance(context, viewer),
  ]);
  return json({ held, instance });
});

/** A press of a button elsewhere in the portal does not open the request again. */
export const shouldRevalidate = () => false;

/** A held request with its headers, query and body. */
export default function ManageWebhook() {
  const { held, instance: loaded } = useLoaderData<typeof loader>();
  const { instance } = useLiveInstance(loaded);
  return (
    <ManageLayout screen="webhooks" instance={instance}>
      <div className="stack">
        <ButtonLink to={paths.webhooks} variant="quiet" icon="arrow-left">
          {t('webhooks.detail.back')}
        </ButtonLink>
      </div>
      <RequestCard held={held} />
      {held.hasContent && (
        <>
          <ValuesCard title={t('webhooks.detail.headers')} values={held.headers} />
          <ValuesCard title={t('webhooks.detail.query')} values={held.query} />
          <BodyCard body={held.body} />
        </>
      )}
    </ManageLayout>
  );
}
