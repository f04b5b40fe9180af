import type { CheckoutPayment, CheckoutView } from './checkout.ts';
import { isSupportedCountry, needsPostcode } from './countries.ts';

export type FieldName =
  | 'name'
  | 'countryCode'
  | 'postalCode'
  | 'businessName'
  | 'taxIdentifier'
  | 'cardNumber'
  | 'expiry'
  | 'cvc';

/** The entered text, trimmed; an empty string for an empty field. */
export type Fields = Record<FieldName, string>;
export type ErrorsByField = Partial<Record<FieldName, string>>;

const maxTextLength = 128;
const maxPostcodeLength = 16;

/** The form's initial fields. The card's fields are always empty: a page never contains a card. */
export function initialFields({ customer, address, business }: CheckoutView): Fields {
  return {
    name: customer?.name ?? '',
    countryCode: address?.countryCode ?? '',
    postalCode: address?.postalCode ?? '',
    businessName: business?.name ?? '',
    taxIdentifier: business?.taxIdentifier ?? '',
    cardNumber: '',
    expiry: '',
    cvc: '',
  };
}

/** The fields of a submitted form. */
export function readFields(form: Record<string, string>): Fields {
  const value = (name: FieldName) => form[name]?.trim() ?? '';
  return {
    name: value('name'),
    countryCode: value('countryCode'),
    postalCode: value('postalCode'),
    businessName: value('businessName'),
    taxIdentifier: value('taxIdentifier'),
    cardNumber: value('cardNumber'),
    expiry: value('expiry'),
    cvc: value('cvc'),
  };
}

function addressErrors(fields: Fields): ErrorsByField {
  const errors: ErrorsByField = {};
  if (!isSupportedCountry(fields.countryCode)) errors.countryCode = 'Choose a country.';
  if (fields.postalCode === '' && needsPostcode(fields.countryCode))
    errors.postalCode = 'Enter the postcode.';
  if (fields.postalCode.length > maxPostcodeLength) errors.postalCode = 'This postcode is too long.';
  if (fields.businessName === '' && fields.taxIdentifier !== '')
    errors.businessName = 'A tax ID needs its company.';
  for (const name of ['businessName', 'taxIdentifier'] as const)
    if (fields[name].length > maxTextLength) errors[name] = `At most ${maxTextLength} characters.`;
  return errors;
}

function parseExpiry(text: string): CheckoutPayment['expiry'] | undefined {
  const [, month = '', year = ''] = /^(\d{1,2})\s*[/-]\s*(\d{2}|\d{4})$/.exec(text) ?? [];
  if (!(Number(month) >= 1 && Number(month) <= 12)) return undefined;
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) };
}

function readCard(fields: Fields) {
  const errors: ErrorsByField = {};
  const cardNumber = fields.cardNumber.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(cardNumber)) errors.cardNumber = 'Enter the card number.';
  const expiry = parseExpiry(fields.expiry);
  if (!expiry) errors.expiry = 'Enter the month and the year, such as 04/30.';
  // American Express prints four digits, other brands three.
  const cvcLength = /^3[47]/.test(cardNumber) ? 4 : 3;
  if (!new RegExp(`^\\d{${cvcLength}}$`).test(fields.cvc)) errors.cvc = `Enter the ${cvcLength} digits.`;
  if (fields.name === '') errors.name = 'Enter the name on the card.';
  if (fields.name.length > maxTextLength) errors.name = `At most ${maxTextLength} characters.`;
  return { errors, cardNumber, expiry };
}

/**
 * Reads the payment from the fields. Whether the card exists is decided by the payment itself.
 * @param cardOnly nothing is sold, so no address is required.
 * @returns the payment, or a sentence for each invalid field.
 */
export function readPayment(
  fields: Fields,
  cardOnly: boolean,
): { payment: CheckoutPayment } | { errors: ErrorsByField } {
  const { errors: cardErrors, cardNumber, expiry } = readCard(fields);
  const errors = { ...(cardOnly ? {} : addressErrors(fields)), ...cardErrors };
  if (!expiry || Object.keys(errors).length > 0) return { errors };
  const { cvc, name, countryCode, postalCode, businessName, taxIdentifier } = fields;
  const card = { cardNumber, expiry, cvc, name };
  if (cardOnly) return { payment: card };
  return {
    payment: {
      ...card,
      countryCode,
      ...(postalCode ? { postalCode } : {}),
      ...(businessName ? { businessName } : {}),
      ...(taxIdentifier ? { taxIdentifier } : {}),
    },
  };
}

const refusedFields: Record<string, ErrorsByField> = {
  invalid_card_number: { cardNumber: 'This is not a card number.' },
  expired_card: { expiry: 'This card has expired.' },
};

/** The sentence for the field of an impossible card; undefined for any other reason of a refused payment. */
export function fieldErrorOf(errorCode: string): ErrorsByField | undefined {
  return refusedFields[errorCode];
}
