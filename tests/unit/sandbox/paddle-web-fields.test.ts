import { expect, test } from 'vitest';
import { embedded, names, page, paid, serveCheckout } from './paddle-web-harness.ts';

function errorOf(markup: string, field: string): string | undefined {
  return new RegExp(`id="${field}-error">([^<]*)<`).exec(markup)?.[1];
}

test.each([
  ['no country', { countryCode: '' }, 'countryCode', 'Choose a country.'],
  ['an unknown country', { countryCode: 'ZZ' }, 'countryCode', 'Choose a country.'],
  ['no postcode where one is required', { postalCode: ' ' }, 'postalCode', 'Enter the postcode.'],
  ['a postcode of a novel', { postalCode: 'x'.repeat(17) }, 'postalCode', 'This postcode is too long.'],
  ['a tax ID without a company', { taxIdentifier: 'DE1' }, 'businessName', 'A tax ID needs its company.'],
  ['a company of a novel', { businessName: 'x'.repeat(129) }, 'businessName', 'At most 128 characters.'],
  ['no name', { name: ' ' }, 'name', 'Enter the name on the card.'],
  ['no card', { cardNumber: '' }, 'cardNumber', 'Enter the card number.'],
  ['a card in words', { cardNumber: 'my card, please' }, 'cardNumber', 'Enter the card number.'],
  [
    'an invalid card number',
    { cardNumber: '4242 4242 4242 4241' },
    'cardNumber',
    'This is not a card number.',
  ],
  ['a thirteenth month', { expiry: '13/99' }, 'expiry', 'Enter the month and the year, such as 04/30.'],
  ['only a month', { expiry: '04' }, 'expiry', 'Enter the month and the year, such as 04/30.'],
  ['a short code', { cvc: '12' }, 'cvc', 'Enter the 3 digits.'],
  [
    'a code that is short for American Express',
    { cardNumber: '3782 822463 10005' },
    'cvc',
    'Enter the 4 digits.',
  ],
])('%s shows an error beside its field and nothing is paid', async (_case, wrong, field, sentence) => {
  await using server = await serveCheckout();
  const response = await server.submit(embedded, { ...paid, ...wrong });
  const markup = await response.text();
  expect(response.status).toBe(422);
  expect(errorOf(markup, field)).toBe(sentence);
  expect(markup).toMatch(new RegExp(`name="${field}"[^>]* aria-invalid="true"`));
  expect(names(markup)).toEqual([]);
  expect(server.checkout.find('txn_1')?.status).toBe('draft');
});

test('an empty form shows a sentence beside every field', async () => {
  await using server = await serveCheckout();
  const markup = await (await server.submit(page, { intent: 'pay' })).text();
  for (const field of ['countryCode', 'name', 'cardNumber', 'expiry', 'cvc'])
    expect(errorOf(markup, field), field).toBeDefined();
});
