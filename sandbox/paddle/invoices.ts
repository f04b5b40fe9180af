import { createHmac } from 'node:crypto';
import { jsonReply, type Reply } from '#sandbox/server/reply.ts';
import type { Route } from '#sandbox/server/router.ts';
import { sameSecret } from '#sandbox/server/secrets.ts';
import type { Transaction } from './billing-types.ts';
import { pdfOf } from './pdf.ts';
import type { PaddleState } from './state.ts';

const linkLifetimeMs = 60 * 60 * 1000;

type Disposition = 'inline' | 'attachment';

function signInvoice(id: string, disposition: string, expiresAt: string, secret: string): string {
  return createHmac('sha256', secret).update(`invoice:${id}:${disposition}:${expiresAt}`).digest('hex');
}

/** The path of an invoice's PDF, valid for an hour from `now`, without any key. */
export function invoicePath(id: string, disposition: Disposition, secret: string, now: number): string {
  const expiresAt = String(now + linkLifetimeMs);
  const query = new URLSearchParams({
    disposition,
    expires: expiresAt,
    signature: signInvoice(id, disposition, expiresAt, secret),
  });
  return `/paddle/invoices/${id}?${query}`;
}

function money(amount: string): string {
  return `USD ${(Number(amount) / 100).toFixed(2)}`;
}

function invoiceLines(state: PaddleState, transaction: Transaction): string[] {
  const { customer_id, address_id, business_id, details } = transaction;
  const customer = customer_id === null ? undefined : state.customers.get(customer_id)?.customer;
  const address = address_id === null ? undefined : state.addresses.get(address_id);
  const business = business_id === null ? undefined : state.businesses.get(business_id);
  const { totals } = details;
  return [
    `Invoice ${transaction.invoice_number}`,
    '',
    `Date: ${(transaction.billed_at ?? transaction.created_at).slice(0, 10)}`,
    `Transaction: ${transaction.id}`,
    `To: ${[business?.name, customer?.name, customer?.email].filter((part) => part).join(', ')}`,
    ...(business?.tax_identifier ? [`Tax ID: ${business.tax_identifier}`] : []),
    ...(address ? [`Country: ${address.country_code} ${address.postal_code ?? ''}`.trim()] : []),
    '',
    ...details.line_items.map(
      ({ product, quantity, totals: line }) => `${quantity} x ${product.name}: ${money(line.subtotal)}`,
    ),
    '',
    `Subtotal: ${money(totals.subtotal)}`,
    `Tax: ${money(totals.tax)}`,
    ...(totals.credit === '0' ? [] : [`Credit: -${money(totals.credit)}`]),
    `Total: ${money(totals.grand_total)}`,
    '',
    'An invoice of the sandbox: nothing was sold and nothing was paid.',
  ];
}

/** Serves the links of {@link invoicePath}. */
export function invoiceRoute(state: PaddleState, secret: string): Route {
  return {
    method: 'GET',
    path: '/paddle/invoices/:id',
    handle(request): Reply {
      const query = request.url.searchParams;
      const id = request.param('id');
      const disposition = query.get('disposition') ?? '';
      const expiresAt = query.get('expires') ?? '';
      const isSigned = sameSecret(
        query.get('signature') ?? '',
        signInvoice(id, disposition, expiresAt, secret),
      );
      const transaction = state.transactions.get(id);
      if (!isSigned || !transaction || Number(expiresAt) < state.now())
        return jsonReply(403, { error: 'This link is not good, or no more.' });
      return {
        status: 200,
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': `${disposition}; filename="invoice-${transaction.invoice_number}.pdf"`,
          'cache-control': 'no-store',
        },
        body: pdfOf(invoiceLines(state, transaction)),
      };
    },
  };
}
