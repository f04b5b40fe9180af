import type { CheckoutErrorCode, CheckoutForm, CheckoutView } from './checkout.ts';
import { isSoldTo, needsPostcode } from './countries.ts';

export type FieldName =
  | 'name'
  | 'countryCode'
  | 'postalCode'
  | 'businessName'
  | 'taxIdentifier'
  | 'cardNumber'
  | 'expiry'
  | 'cvc';

/** What a person typed, trimmed; an empty string where nothing was. */
export type Fields = Record<FieldName, string>;
export type FieldErrors = Partial<Record<FieldName, string>>;

const maxTextLength = 128;
const maxPostcodeLength = 16;

/** What the form shows before anyone typed. The card's fields are always empty: a page never holds a card. */
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

/** The fields of a sent form. */
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

/** What decides over the tax. A country that is none decides nothing. */
export function quoteFields({ countryCode, taxIdentifier }: Fields) {
  return {
    ...(isSoldTo(countryCode) ? { countryCode } : {}),
    ...(taxIdentifier ? { taxIdentifier } : {}),
  };
}

function addressErrors(fields: Fields): FieldErrors {
  const errors: FieldErrors = {};
  if (!isSoldTo(fields.countryCode)) errors.countryCode = 'Choose a country.';
  if (fields.postalCode === '' && needsPostcode(fields.countryCode))
    errors.postalCode = 'Enter the postcode.';
  if (fields.postalCode.length > maxPostcodeLength) errors.postalCode = 'This postcode is too long.';
  if (fields.businessName === '' && fields.taxIdentifier !== '')
    errors.businessName = 'A tax ID needs its company.';
  for (const name of ['businessName', 'taxIdentifier'] as const)
    if (fields[name].length > maxTextLength) errors[name] = `At most ${maxTextLength} characters.`;
  return errors;
}

/**
 * A sentence for each field that cannot be right. Whether the card exists is for the payment to say.
 * @param cardOnly where nothing is sold, so that no address is asked for.
 */
export function fieldErrors(fields: Fields, cardOnly: boolean): FieldErrors {
  const errors = cardOnly ? {} : addressErrors(fields);
  if (fields.name === '') errors.name = 'Enter the name on the card.';
  if (fields.name.length > maxTextLength) errors.name = `At most ${maxTextLength} characters.`;
  if (fields.cardNumber === '') errors.cardNumber = 'Enter the card number.';
  if (fields.expiry === '') errors.expiry = 'Enter the expiry date.';
  if (fields.cvc === '') errors.cvc = 'Enter the security code.';
  return errors;
}

/** The form of a payment, of fields without errors. */
export function paymentForm(fields: Fields, cardOnly: boolean): CheckoutForm {
  const { cardNumber, expiry, cvc, name, countryCode, postalCode, businessName, taxIdentifier } = fields;
  const card = { cardNumber, expiry, cvc, name };
  if (cardOnly) return card;
  return {
    ...card,
    countryCode,
    ...(postalCode ? { postalCode } : {}),
    ...(businessName ? { businessName } : {}),
    ...(taxIdentifier ? { taxIdentifier } : {}),
  };
}

const refusedFields: Partial<Record<CheckoutErrorCode, FieldErrors>> = {
  invalid_card_number: { cardNumber: 'This is not a card number.' },
  invalid_expiry: { expiry: 'Enter a month to come, such as 04/30.' },
  invalid_cvc: { cvc: 'This security code does not fit the card.' },
  invalid_name: { name: 'Enter the name on the card.' },
  invalid_country: { countryCode: 'Choose a country.' },
};

/** The sentence beside its field for a payment that was refused because of one; undefined for any other reason. */
export function refusedField(code: CheckoutErrorCode): FieldErrors | undefined {
  return refusedFields[code];
}
