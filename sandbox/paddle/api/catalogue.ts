import type { Route } from '#sandbox/server/router.ts';
import { allPrices, findProduct, productOf, products } from '../catalogue.ts';
import { entityNotFound } from '../errors.ts';
import type { Price, Product } from '../types.ts';
import { type Api, apiRoute } from './call.ts';
import { pageOf } from './list.ts';
import { instantsOf, listResponse } from './lists.ts';

const priceView = (include: readonly string[]) => (price: Price) =>
  include.includes('product') ? { ...price, product: productOf(price) } : price;

const productView = (include: readonly string[]) => (product: Product) =>
  include.includes('prices')
    ? { ...product, prices: allPrices.filter(({ product_id }) => product_id === product.id) }
    : product;

/** The products and prices. They are fixed, so there are no calls to create or change them. */
export function productRoutes(api: Api): Route[] {
  return [
    apiRoute(api, 'GET', '/products', ({ query, include }) =>
      listResponse(
        pageOf(query, {
          entities: products,
          idOf: ({ id }) => id,
          filters: {
            id: ({ id }) => [id],
            status: ({ status }) => [status],
            tax_category: ({ tax_category }) => [tax_category],
            type: ({ type }) => [type],
          },
          instants: instantsOf,
        }),
        productView(include),
      ),
    ),
    apiRoute(api, 'GET', '/products/:id', ({ param, include }) => {
      const product = findProduct(param('id'));
      if (!product) throw entityNotFound(param('id'));
      return { data: productView(include)(product) };
    }),
    apiRoute(api, 'GET', '/prices', ({ query, include }) =>
      listResponse(
        pageOf(query, {
          entities: allPrices,
          idOf: ({ id }) => id,
          filters: {
            id: ({ id }) => [id],
            product_id: ({ product_id }) => [product_id],
            status: ({ status }) => [status],
            type: ({ type }) => [type],
            recurring: ({ billing_cycle }) => [String(billing_cycle !== null)],
          },
          instants: instantsOf,
        }),
        priceView(include),
      ),
    ),
    apiRoute(api, 'GET', '/prices/:id', ({ param, include }) => {
      const price = allPrices.find(({ id }) => id === param('id'));
      if (!price) throw entityNotFound(param('id'));
      return { data: priceView(include)(price) };
    }),
  ];
}
