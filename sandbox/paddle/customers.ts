import { entityNotFound, PaddleError } from './errors.ts';
import { iso } from './periods.ts';
import type { CustomerRecord, PaddleState } from './state.ts';
import type { Address, Business, Customer } from './types.ts';

/** The customer of an id. Throws `not_found`. */
export function customerRecord(state: PaddleState, id: string): CustomerRecord {
  const record = state.customers.get(id);
  if (!record) throw entityNotFound(id);
  return record;
}

function stamps(state: PaddleState) {
  const at = iso(state.now());
  return { created_at: at, updated_at: at };
}

type CustomerFields = Partial<Pick<Customer, 'name' | 'locale' | 'custom_data'>> & { email: string };

/** Paddle names no domains of its list. */
const REFUSED_DOMAIN = '@refused.example';

function refuseEmail(state: PaddleState, email: string, self?: string): void {
  if (email.toLowerCase().endsWith(REFUSED_DOMAIN)) {
    const detail = 'customer email domain is not allowed';
    throw new PaddleError(400, 'customer_email_domain_not_allowed', detail, 'customers');
  }
  const other = state.customers
    .all()
    .find(({ id, customer }) => id !== self && customer.email.toLowerCase() === email.toLowerCase());
  if (!other) return;
  const detail = `customer email conflicts with customer of id ${other.id}`;
  throw new PaddleError(409, 'customer_already_exists', detail, 'customers');
}

/** Creates a customer. Throws `customer_already_exists`, whose detail names the customer with this e-mail. */
export function createCustomer(state: PaddleState, fields: CustomerFields): Customer {
  refuseEmail(state, fields.email);
  const id = state.newId('ctm');
  const customer: Customer = {
    id,
    status: 'active',
    name: fields.name ?? null,
    email: fields.email,
    marketing_consent: false,
    custom_data: fields.custom_data ?? null,
    locale: fields.locale ?? 'en',
    import_meta: null,
    ...stamps(state),
  };
  state.customers.put({ id, customer, creditBalance: 0 });
  state.emit('customer.created', customer);
  return customer;
}

export function updateCustomer(
  state: PaddleState,
  id: string,
  changes: Partial<Pick<Customer, 'name' | 'email' | 'locale' | 'custom_data' | 'status'>>,
): Customer {
  const record = customerRecord(state, id);
  if (changes.email !== undefined) refuseEmail(state, changes.email, id);
  const customer = { ...record.customer, ...changes, updated_at: iso(state.now()) };
  state.customers.put({ ...record, customer });
  state.emit('customer.updated', customer);
  return customer;
}

/** An address of a customer. Throws `not_found`, also for another customer's address. */
export function addressOf(state: PaddleState, customerId: string, id: string): Address {
  const address = state.addresses.get(id);
  if (address?.customer_id !== customerId) throw entityNotFound(id);
  return address;
}

export type AddressFields = Pick<Address, 'country_code'> &
  Partial<
    Pick<
      Address,
      'description' | 'first_line' | 'second_line' | 'city' | 'postal_code' | 'region' | 'custom_data'
    >
  >;

export function createAddress(state: PaddleState, customerId: string, fields: AddressFields): Address {
  customerRecord(state, customerId);
  const address: Address = {
    id: state.newId('add'),
    customer_id: customerId,
    description: null,
    first_line: null,
    second_line: null,
    city: null,
    postal_code: null,
    region: null,
    custom_data: null,
    status: 'active',
    import_meta: null,
    ...fields,
    ...stamps(state),
  };
  state.addresses.put(address);
  state.emit('address.created', address);
  return address;
}

export function updateAddress(
  state: PaddleState,
  customerId: string,
  id: string,
  changes: Partial<AddressFields & Pick<Address, 'status'>>,
): Address {
  const address = { ...addressOf(state, customerId, id), ...changes, updated_at: iso(state.now()) };
  state.addresses.put(address);
  state.emit('address.updated', address);
  return address;
}

/** A business of a customer. Throws `not_found`, also for another customer's business. */
export function businessOf(state: PaddleState, customerId: string, id: string): Business {
  const business = state.businesses.get(id);
  if (business?.customer_id !== customerId) throw entityNotFound(id);
  return business;
}

export type BusinessFields = Pick<Business, 'name'> &
  Partial<Pick<Business, 'company_number' | 'tax_identifier' | 'contacts' | 'custom_data'>>;

export function createBusiness(state: PaddleState, customerId: string, fields: BusinessFields): Business {
  customerRecord(state, customerId);
  const business: Business = {
    id: state.newId('biz'),
    customer_id: customerId,
    company_number: null,
    tax_identifier: null,
    status: 'active',
    contacts: [],
    custom_data: null,
    import_meta: null,
    ...fields,
    ...stamps(state),
  };
  state.businesses.put(business);
  state.emit('business.created', business);
  return business;
}

export function updateBusiness(
  state: PaddleState,
  customerId: string,
  id: string,
  changes: Partial<BusinessFields & Pick<Business, 'status'>>,
): Business {
  const business = { ...businessOf(state, customerId, id), ...changes, updated_at: iso(state.now()) };
  state.businesses.put(business);
  state.emit('business.updated', business);
  return business;
}
