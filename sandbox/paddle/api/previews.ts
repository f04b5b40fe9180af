import type { z } from 'zod';
import type { Route } from '#sandbox/server/router.ts';
import type { Amounts, Details } from '../billing-types.ts';
import { resolveItems } from '../resolve-items.ts';
import type { PaddleState } from '../state.ts';
import { taxPerMille } from '../tax.ts';
import { detailsOf } from '../totals.ts';
import { type Buyer, buyerTax, checkBuyer, creditOf, itemLines } from '../transactions.ts';
import { type Api, apiRoute } from './call.ts';
import { previewRequest } from './schemas.ts';

type Request = z.infer<typeof previewRequest>;

function preview(state: PaddleState, request: Request): { buyer: Buyer; details: Details } {
  const buyer: Buyer = {
    customer_id: request.customer_id ?? null,
    address_id: request.address_id ?? null,
    business_id: request.business_id ?? null,
  };
  checkBuyer(state, buyer);
  const rate = request.address ? taxPerMille(request.address.country_code, null) : buyerTax(state, buyer);
  const lines = itemLines(resolveItems(request.items, 'transaction'));
  const settlement = { creditBalance: creditOf(state, buyer), taxPerMille: rate, newId: state.newId };
  return { buyer, details: detailsOf(lines, settlement) };
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

function formatAmounts(amounts: Amounts): Amounts {
  const format = (amount: string) => dollars.format(Number(amount) / 100);
  return {
    subtotal: format(amounts.subtotal),
    discount: format(amounts.discount),
    tax: format(amounts.tax),
    total: format(amounts.total),
  };
}

/** What a purchase would cost, of a known customer or of a country alone. */
export function previewRoutes(api: Api): Route[] {
  const { state } = api;
  const head = (request: Request, buyer: Buyer) => ({
    ...buyer,
    currency_code: 'USD',
    discount_id: null,
    customer_ip_address: null,
    address: request.address
      ? { country_code: request.address.country_code, postal_code: request.address.postal_code ?? null }
      : null,
    available_payment_methods: ['card'],
  });
  return [
    apiRoute(api, 'POST', '/transactions/preview', ({ body }) => {
      const request = body(previewRequest);
      const { buyer, details } = preview(state, request);
      const items = resolveItems(request.items, 'transaction').map(({ price, quantity }) => ({
        price,
        quantity,
        include_in_totals: true,
        proration: null,
      }));
      return { data: { ...head(request, buyer), ignore_trials: false, items, details } };
    }),
    apiRoute(api, 'POST', '/pricing-preview', ({ body }) => {
      const request = body(previewRequest);
      const { buyer, details } = preview(state, request);
      const prices = resolveItems(request.items, 'transaction');
      const lineItems = details.line_items.map((line, index) => ({
        price: prices[index]?.price,
        quantity: line.quantity,
        tax_rate: line.tax_rate,
        unit_totals: line.unit_totals,
        formatted_unit_totals: formatAmounts(line.unit_totals),
        totals: line.totals,
        formatted_totals: formatAmounts(line.totals),
        product: line.product,
        discounts: [],
      }));
      return {
        data: { ...head(request, buyer), items: request.items, details: { line_items: lineItems } },
      };
    }),
  ];
}
