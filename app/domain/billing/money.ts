/** An amount in a currency's minor units, such as cents: only whole numbers, so that nothing is ever rounded. */
export interface Money {
  amount: number;
  /** ISO 4217. */
  currency: string;
}

/** Of Paddle's currencies, those without minor units: https://developer.paddle.com/api-reference/currencies */
const WITHOUT_MINOR_UNITS = /JPY|KRW|VND|CLP/;

/** Of the currencies that an amount is most often in; any other is shown by its code. */
const SYMBOLS: Partial<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£' };

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
  const digits = String(Math.abs(amount));
  const text = WITHOUT_MINOR_UNITS.test(currency) ? digits : digits.padStart(3, '0').replace(/..$/, '.$&');
  return amount < 0 ? `-${text}` : text;
}

/** @returns an amount as people read it: `$1,142.40`, `-$3.50`, `CAD 24.00`. Not by `Intl`: engines differ. */
export function moneyText(of: Money): string {
  const symbol = SYMBOLS[of.currency] ?? `${of.currency} `;
  return decimalOf(of)
    .replace(/\B(?=(\d{3})+(\.|$))/g, ',')
    .replace(/^-?/, (sign) => sign + symbol);
}
