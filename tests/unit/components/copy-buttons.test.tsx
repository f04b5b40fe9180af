import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { money } from '#app/domain/billing/money.ts';
import { referenceOf, type Ticket } from '#app/domain/help/ticket.ts';
import { AppsCard } from '#app/routes/account-security/apps-card.tsx';
import { NewRecoveryCodes } from '#app/routes/account-security/recovery-codes.tsx';
import { TokensCreated } from '#app/routes/account-tokens/tokens-created.tsx';
import { WorkspaceCard } from '#app/routes/dashboard/workspace-card.tsx';
import { TicketsCard } from '#app/routes/help/tickets-card.tsx';
import { PaymentsCard } from '#app/routes/manage-billing/payments-card.tsx';
import { ExecutionsCard } from '#app/routes/manage-usage/executions-card.tsx';
import { instanceView } from './instance-view.ts';
import { renderPage, textOf } from './render.tsx';

const at = Date.UTC(2026, 10, 21, 9, 14);
const ticket: Ticket = { id: 'tic_1', subject: 'Help', createdAt: at, attachment: null } as Ticket;

test.each<[string, ReactElement]>([
  [
    'Copy address',
    <WorkspaceCard
      key="card"
      instance={instanceView()}
      connection="live"
      url="https://ada.weft.example"
      lastBackupAt={null}
      state={null}
      hasFailed={false}
    />,
  ],
  [
    'Copy invoice number 74-1',
    <PaymentsCard
      key="card"
      payments={[
        { id: 'txn_1', date: at, total: money(2_400, 'USD'), status: 'paid', invoiceNumber: '74-1' },
      ]}
      filter={{ order: 'newest', cursor: null }}
      next={null}
    />,
  ],
  [
    'Copy ID 42',
    <ExecutionsCard
      key="card"
      page={{
        rows: [{ id: 42, at, workflowId: 'a', workflowName: 'A', trigger: 'webhook', reason: null }],
        next: null,
      }}
      filter={{ month: '2026-11' }}
      workflows={[]}
      now={at}
      isLive
    />,
  ],
  ['Copy reference', <TicketsCard key="card" tickets={[ticket]} />],
  ['Copy token', <TokensCreated key="card" name="Nightly" token="weft_secret" />],
  [
    'Copy key',
    <AppsCard
      key="card"
      apps={[]}
      setup={{ key: 'ABCD', qr: { path: '', size: 1 } }}
      lastResult={undefined}
    />,
  ],
])('offers “%s” beside the text, once JavaScript runs', async (label, element) => {
  const html = await renderPage(element);
  expect(textOf(html)).toContain(label);
  expect(html).toMatch(new RegExp(`<button[^>]*copy-button invisible[^>]*>(?:(?!</button>).)*${label}`));
});

test('names the copied item, and has a region for the outcome from the start', async () => {
  const html = await renderPage(<CopyButton text={referenceOf('tic_1')} label="Copy reference" />);
  expect(html).toContain('role="status"');
});

test('a button among others reserves no space while it waits for its script', async () => {
  const html = await renderPage(<NewRecoveryCodes codes={['one', 'two']} next="/account/security" />);
  expect(html).not.toContain('>Copy<');
  expect(html).toContain('role="status"');
});
