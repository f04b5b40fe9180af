import type { CardDetails } from './types.ts';

// https://developer.paddle.com/concepts/payment-methods/credit-debit-card#test-payment-method
const alwaysDeclined = '4000000000000002';
const declinedLater = '4000002760003184';

const brands: readonly [RegExp, string][] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'american_express'],
  [/^(6011|65|64[4-9])/, 'discover'],
  [/^3(0[0-5]|[68])/, 'diners_club'],
  [/^35/, 'jcb'],
  [/^62/, 'union_pay'],
];

/** A card without its number: whether its bank pays at the checkout, and whether it will pay renewals. */
export type CheckedCard = { card: CardDetails; pays: boolean; paysLater: boolean };

export type CardFields = {
  /** Digits only. */
  cardNumber: string;
  expiry: { month: number; year: number };
  name: string;
};

export type CardError = 'invalid_card_number' | 'expired_card';

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Validates a card. `now` is UTC milliseconds; a card is valid to the end of its month. */
export function checkCard(
  { cardNumber, expiry, name }: CardFields,
  now: number,
): CheckedCard | { error: CardError } {
  if (!/^\d{13,19}$/.test(cardNumber) || !passesLuhn(cardNumber)) return { error: 'invalid_card_number' };
  if (Date.UTC(expiry.year, expiry.month) <= now) return { error: 'expired_card' };
  return {
    card: {
      type: brands.find(([pattern]) => pattern.test(cardNumber))?.[1] ?? 'unknown',
      last4: cardNumber.slice(-4),
      expiry_month: expiry.month,
      expiry_year: expiry.year,
      cardholder_name: name.trim(),
    },
    pays: cardNumber !== alwaysDeclined,
    paysLater: cardNumber !== alwaysDeclined && cardNumber !== declinedLater,
  };
}
