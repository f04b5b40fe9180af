import type { Route } from '#sandbox/server/router.ts';
import {
  addressOf,
  businessOf,
  createAddress,
  createBusiness,
  createCustomer,
  customerRecord,
  updateAddress,
  updateBusiness,
  updateCustomer,
} from '../customers.ts';
import { entityNotFound } from '../errors.ts';
import { type Api, apiRoute } from './call.ts';
import { pageOf } from './list.ts';
import { instantsOf, listResponse, omitUndefined } from './lists.ts';
import {
  addressChanges,
  businessChanges,
  customerChanges,
  newAddress,
  newBusiness,
  newCustomer,
} from './schemas.ts';

/** Customers, with their addresses, businesses and payment methods. */
export function customerRoutes(api: Api): Route[] {
  const { state } = api;
  const ofCustomer = <T extends { customer_id: string }>(entities: readonly T[], customerId: string) => {
    customerRecord(state, customerId);
    return entities.filter(({ customer_id }) => customer_id === customerId);
  };
  return [
    apiRoute(api, 'GET', '/customers', ({ query }) =>
      listResponse(
        pageOf(query, {
          entities: state.customers.all().map(({ customer }) => customer),
          idOf: ({ id }) => id,
          filters: {
            id: ({ id }) => [id],
            email: ({ email }) => [email],
            status: ({ status }) => [status],
            search: ({ id, email, name }) => [id, email, name],
          },
          instants: instantsOf,
        }),
      ),
    ),
    apiRoute(api, 'POST', '/customers', ({ body }) => ({
      status: 201,
      data: createCustomer(state, omitUndefined(body(newCustomer))),
    })),
    apiRoute(api, 'GET', '/customers/:customer', ({ param }) => ({
      data: customerRecord(state, param('customer')).customer,
    })),
    apiRoute(api, 'PATCH', '/customers/:customer', ({ param, body }) => ({
      data: updateCustomer(state, param('customer'), omitUndefined(body(customerChanges))),
    })),
    apiRoute(api, 'GET', '/customers/:customer/credit-balances', ({ param }) => {
      const { id, creditBalance } = customerRecord(state, param('customer'));
      const balance = { available: String(creditBalance), reserved: '0', used: '0' };
      return { data: [{ customer_id: id, currency_code: 'USD', balance }] };
    }),
    apiRoute(api, 'POST', '/customers/:customer/portal-sessions', ({ param }) => {
      const { id } = customerRecord(state, param('customer'));
      const urls = { general: { overview: `${state.baseUrl}/paddle` }, subscriptions: [] };
      const created_at = new Date(state.now()).toISOString();
      return { status: 201, data: { id: state.newId('cpls'), customer_id: id, urls, created_at } };
    }),

    apiRoute(api, 'GET', '/customers/:customer/addresses', ({ param, query }) =>
      listResponse(
        pageOf(query, {
          entities: ofCustomer(state.addresses.all(), param('customer')),
          idOf: ({ id }) => id,
          filters: { id: ({ id }) => [id], status: ({ status }) => [status] },
          instants: instantsOf,
        }),
      ),
    ),
    apiRoute(api, 'POST', '/customers/:customer/addresses', ({ param, body }) => ({
      status: 201,
      data: createAddress(state, param('customer'), omitUndefined(body(newAddress))),
    })),
    apiRoute(api, 'GET', '/customers/:customer/addresses/:id', ({ param }) => ({
      data: addressOf(state, param('customer'), param('id')),
    })),
    apiRoute(api, 'PATCH', '/customers/:customer/addresses/:id', ({ param, body }) => ({
      data: updateAddress(state, param('customer'), param('id'), omitUndefined(body(addressChanges))),
    })),

    apiRoute(api, 'GET', '/customers/:customer/businesses', ({ param, query }) =>
      listResponse(
        pageOf(query, {
          entities: ofCustomer(state.businesses.all(), param('customer')),
          idOf: ({ id }) => id,
          filters: { id: ({ id }) => [id], status: ({ status }) => [status] },
          instants: instantsOf,
        }),
      ),
    ),
    apiRoute(api, 'POST', '/customers/:customer/businesses', ({ param, body }) => ({
      status: 201,
      data: createBusiness(state, param('customer'), omitUndefined(body(newBusiness))),
    })),
    apiRoute(api, 'GET', '/customers/:customer/businesses/:id', ({ param }) => ({
      data: businessOf(state, param('customer'), param('id')),
    })),
    apiRoute(api, 'PATCH', '/customers/:customer/businesses/:id', ({ param, body }) => ({
      data: updateBusiness(state, param('customer'), param('id'), omitUndefined(body(businessChanges))),
    })),

    apiRoute(api, 'GET', '/customers/:customer/payment-methods', ({ param, query }) =>
      listResponse(
        pageOf(query, {
          entities: ofCustomer(
            state.paymentMethods.all().map(({ method }) => method),
            param('customer'),
          ),
          idOf: ({ id }) => id,
          filters: { address_id: ({ address_id }) => [address_id] },
          instants: { saved_at: ({ saved_at }) => saved_at },
        }),
      ),
    ),
    apiRoute(api, 'GET', '/customers/:customer/payment-methods/:id', ({ param }) => {
      const method = state.paymentMethods.get(param('id'))?.method;
      if (method?.customer_id !== param('customer')) throw entityNotFound(param('id'));
      return { data: method };
    }),
  ];
}
