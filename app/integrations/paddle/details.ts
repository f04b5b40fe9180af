import { z } from 'zod';
import type { BillingDetails, BillingProvider } from '#app/domain/billing/provider-port.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import type { Calls, Paddle } from './client.ts';
import { idSchema, subscriptionPath } from './wire.ts';

const textSchema = z.string().nullish();

const buyerSchema = z.object({
  customer_id: idSchema,
  address_id: idSchema,
  business_id: idSchema.nullish(),
});

const addressSchema = z.object({
  first_line: textSchema,
  city: textSchema,
  postal_code: textSchema,
  country_code: textSchema,
});

const businessSchema = z.object({ name: textSchema, tax_identifier: textSchema });

const createdSchema = z.object({ id: idSchema });

type Buyer = z.infer<typeof buyerSchema>;
type Business = z.infer<typeof businessSchema>;

/** @returns the methods for billing details, which Paddle keeps as the customer's address and, optionally, business. */
export function detailsMethods(paddle: Paddle): Pick<BillingProvider, 'details' | 'changeDetails'> {
  return {
    details: (subscriptionId) =>
      paddle('billing_unavailable', async (calls) => {
        const buyer = await calls.get(subscriptionPath(subscriptionId), buyerSchema);
        const [address, business] = await Promise.all([
          calls.get(addressPath(buyer), addressSchema),
          buyer.business_id ? calls.get(businessPath(buyer, buyer.business_id), businessSchema) : null,
        ]);
        return {
          companyName: business?.name ?? null,
          taxId: business?.tax_identifier ?? null,
          addressLine: address.first_line ?? null,
          city: address.city ?? null,
          postalCode: address.postal_code ?? null,
          country: address.country_code ?? null,
        };
      }),

    changeDetails: (subscriptionId, changes) =>
      paddle('invalid_form', async (calls) => {
        const buyer = await calls.get(subscriptionPath(subscriptionId), buyerSchema);
        const business = await businessAfter(calls, buyer, changes);
        const { addressLine: first_line, city, postalCode: postal_code, country } = changes;
        // An address always has a country, which Paddle taxes by; without one it stays where it is.
        const address = { first_line, city, postal_code, country_code: country ?? undefined };
        if (Object.values(address).some((part) => part !== undefined))
          await calls.send('PATCH', addressPath(buyer), address, z.unknown());
        if (business) await changeBusiness(calls, subscriptionId, { buyer, business });
      }),
  };
}

/** @returns the business with its changes; null without any. @throws AppError invalid_form for a tax number without a company. */
async function businessAfter(
  calls: Calls,
  buyer: Buyer,
  { companyName, taxId }: Partial<BillingDetails>,
): Promise<Business | null> {
  if (companyName === undefined && taxId === undefined) return null;
  const id = buyer.business_id;
  const known = id ? await calls.get(businessPath(buyer, id), businessSchema) : undefined;
  const name = companyName === undefined ? known?.name : companyName;
  const tax_identifier = taxId === undefined ? known?.tax_identifier : taxId;
  if (tax_identifier != null && name == null) {
    // A tax number is a company's: Paddle has no place for it without one.
    throw new AppError('invalid_form', { fields: { companyName: fieldError('required') } });
  }
  return { name, tax_identifier };
}

async function changeBusiness(
  calls: Calls,
  subscriptionId: string,
  { buyer, business }: { buyer: Buyer; business: Business },
): Promise<void> {
  const known = buyer.business_id ?? null;
  const bill = (businessId: string | null) =>
    calls.send('PATCH', subscriptionPath(subscriptionId), { business_id: businessId }, z.unknown());
  if (business.name == null) {
    if (known !== null) await bill(null);
    return;
  }
  if (known !== null) {
    await calls.send('PATCH', businessPath(buyer, known), business, z.unknown());
    return;
  }
  const { id } = await calls.send('POST', businessPath(buyer), business, createdSchema);
  await bill(id);
}

function addressPath({ customer_id, address_id }: Buyer): string {
  return `/customers/${encodeURIComponent(customer_id)}/addresses/${encodeURIComponent(address_id)}`;
}

function businessPath({ customer_id }: Buyer, businessId?: string): string {
  const businesses = `/customers/${encodeURIComponent(customer_id)}/businesses`;
  return businessId === undefined ? businesses : `${businesses}/${encodeURIComponent(businessId)}`;
}
