import type { SubmissionResult } from '@conform-to/react';
import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { newToken } from '#app/crypto/secrets.ts';
import { boundSearch } from '#app/domain/help/search.ts';
import { ticketSchema } from '#app/domain/help/ticket-form.ts';
import { member, onceConfirmed } from '#app/http/admission.ts';
import { formAction, pageWithRead } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { t } from '#app/i18n/t.ts';
import { FaqCards } from './faq-cards.tsx';
import { openTicketByForm } from './open-ticket.ts';
import { TicketForm } from './ticket-form.tsx';
import { SentNotice, TicketsCard } from './tickets-card.tsx';

export const meta: MetaFunction = () => [{ title: t('help.pageTitle') }];

const MAX_LISTED = 50;

/** Questions and answers, searched by `?q=`, the form that asks support, and what one asked before. */
export const loader = pageWithRead(
  member('support:ask', onceConfirmed),
  ({ context, ids }) => context.services.tickets.listOwn(ids, MAX_LISTED),
  async ({ request, viewer, found }) => {
    const { searchParams } = new URL(request.url);
    return json({
      search: boundSearch(searchParams.get('q') ?? ''),
      sentId: searchParams.get('sent'),
      tickets: found,
      email: viewer.user.email,
      // The frame's role may be an earlier one: the frame stays while the person opens other pages.
      role: viewer.role,
      form: { key: newToken(), constraint: htmlConstraints(ticketSchema) },
    });
  },
);

export const action = formAction(
  member('support:ask', onceConfirmed),
  ({ request, context, viewer }) => openTicketByForm(request, context, viewer),
  'ticket_not_sent',
);

export default function Help() {
  const { search, sentId, tickets, email, role, form } = useLoaderData<typeof loader>();
  const lastResult = useActionData<SubmissionResult>();
  const sent = tickets.find(({ id }) => id === sentId);
  return (
    <DefaultLayout>
      <Page
        title={t('help.title')}
        lead={t('help.lead')}
        actions={
          <ButtonLink to="#ticket" icon="mail">
            {t('help.contact')}
          </ButtonLink>
        }
      >
        {sent && <SentNotice ticket={sent} email={email} />}
        <FaqCards search={search} role={role} />
        <TicketForm
          key={sent?.id}
          email={email}
          formKey={form.key}
          constraint={form.constraint}
          lastResult={lastResult}
        />
        {tickets.length > 0 && <TicketsCard tickets={tickets} />}
      </Page>
    </DefaultLayout>
  );
}
