import { expect, test } from 'vitest';
import { type BegunCheckout, decideCheckout } from '#app/domain/billing/open-checkout.ts';

const starter = { priceId: 'pri_starter', quantity: 1, unitAmount: 2_400 };
const pro = { priceId: 'pri_pro', quantity: 1, unitAmount: 6_000 };
const extra = { priceId: 'pri_extra', quantity: 7, unitAmount: 100 };
const dearer = { ...starter, unitAmount: 2_900 };

test.for([
  ['draft', [starter], [starter], 'reuse'],
  ['ready', [starter], [starter], 'reuse'],
  ['ready', [pro, extra], [extra, pro], 'reuse'],
  ['draft', [starter], [pro], 'change'],
  ['draft', [starter], [starter, extra], 'change'],
  ['draft', [pro, extra], [pro, { ...extra, quantity: 8 }], 'change'],
  ['ready', [starter], [pro], 'replace'],
  ['draft', [starter], [dearer], 'change'],
  ['ready', [starter], [dearer], 'replace'],
  ['canceled', [starter], [starter], 'begin'],
  ['paid', [starter], [starter], 'paid'],
  ['completed', [starter], [pro], 'paid'],
  ['billed', [starter], [pro], 'paid'],
  ['past_due', [starter], [pro], 'paid'],
] as const)('decides for a %s checkout of %j, with %j wanted: %s', ([status, items, wanted, decision]) => {
  const begun = { status, items, customerId: 'ctm_ada', subscriptionId: null };
  expect(decideCheckout(begun, { items: wanted, customerId: 'ctm_ada' }, [])).toBe(decision);
});

test.for([
  ['draft', 'change'],
  ['ready', 'replace'],
] as const)('never continues a %s checkout as another customer’s', ([status, decision]) => {
  const begun = { status, items: [starter], customerId: 'ctm_left', subscriptionId: null };
  expect(decideCheckout(begun, { items: [starter], customerId: 'ctm_ada' }, [])).toBe(decision);
});

test('a checkout is over when the subscription that it bought has ended, and not before', () => {
  const wanted = { items: [starter], customerId: 'ctm_ada' };
  const bought: BegunCheckout = { ...wanted, status: 'completed', subscriptionId: 'sub_1' };
  expect(decideCheckout(bought, wanted, [])).toBe('paid');
  expect(decideCheckout(bought, wanted, ['sub_0'])).toBe('paid');
  expect(decideCheckout(bought, wanted, ['sub_0', 'sub_1'])).toBe('begin');
});
