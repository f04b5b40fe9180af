import { expect, test } from 'vitest';
import type { Payment } from '#app/domain/billing/payment.ts';
import { invoiceCommands } from '#app/routes/commands/items.ts';

test('an invoice of the palette has the date of the billing page, in the reader’s zone', () => {
  const date = Date.UTC(2026, 10, 30, 20);
  const payment = { id: 'pay_1', invoiceNumber: '7-1', date, total: { amount: 2_400, currency: 'USD' } };
  const hintIn = (zone: string) => invoiceCommands([payment as Payment], zone)[0]?.hint;
  expect(hintIn('Etc/UTC')).toBe('30 Nov 2026 $24.00');
  expect(hintIn('Asia/Tokyo')).toBe('1 Dec 2026 $24.00');
});
