/** An amount in a currency's minor units, such as cents: only whole numbers, so that nothing is ever rounded. */
export interface Money {
  amount: number;
  /** ISO 4217. */
  currency: string;
}

/**
 * ISO 4217 currencies without minor units, of those that Paddle accepts:
 * https://developer.paddle.com/api-reference/currencies
 */
const WITHOUT_MINOR_UNITS = new Set(['JPY', 'KRW', 'VND', 'CLP']);

/** @throws RangeError for anything but a whole number of minor units that JavaScript can represent. */
export function money(amount: number, currency: string): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not an amount of minor units`);
  return { amount, currency };
}

/** @throws RangeError for two currencies: no exchange rate is available. */
export function add(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new RangeError(`${a.currency} and ${b.currency} do not add up`);
  return money(a.amount + b.amount, a.currency);
}

/** @param count how many of them. @throws RangeError for a part of one. */
export function times(a: Money, count: number): Money {
  if (!Number.isSafeInteger(count)) throw new RangeError(`${count} is not a number of times`);
  return money(a.amount * count, a.currency);
}

/** @returns the amount in whole units and its fraction, such as `24.00`; a currency without minor units has none. */
export function decimalOf({ amount, currency }: Money): string {
  const sign = amount < 0 ? '-' : '';
  const digits = String(Math.abs(amount));
  if (WITHOUT_MINOR_UNITS.has(currency)) return sign + digits;
  const padded = digits.padStart(3, '0');
  return `${sign}${padded.slice(0, -2)}.${padded.slice(-2)}`;
}

/**
 * @returns an amount as people read it: `$1,142.40`, `-$3.50`, `EUR 24.00`. Without `Intl`, whose wording differs between
 *   engines.
 */
export function moneyText({ amount, currency }: Money): string {
  const text = decimalOf({ amount: Math.abs(amount), currency }).replace(/\B(?=(\d{3})+(\.|$))/g, ',');
  return `${amount < 0 ? '-' : ''}${currency === 'USD' ? '$' : `${currency} `}${text}`;
}
