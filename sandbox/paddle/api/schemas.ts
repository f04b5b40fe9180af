import { z } from 'zod';
import { billingModes } from '../proration.ts';
import { isSupportedCountry } from '../web/countries.ts';

const text = z.string().max(1024);
const customData = z.record(z.string(), z.unknown()).nullable();
const status = z.enum(['active', 'archived']);
const items = z
  .array(z.strictObject({ price_id: z.string(), quantity: z.number().int().default(1) }))
  .min(1)
  .max(100);
const effectiveFrom = z.enum(['next_billing_period', 'immediately']);
const instant = z.iso.datetime({ offset: true }).transform((value) => new Date(value).toISOString());

export const newCustomer = z.strictObject({
  email: z.email().max(320),
  name: text.nullable().optional(),
  locale: z.string().max(20).optional(),
  custom_data: customData.optional(),
});
export const customerChanges = newCustomer.partial().extend({ status: status.optional() });

export const newAddress = z.strictObject({
  country_code: z.string().refine(isSupportedCountry, 'must be a country that Paddle sells to'),
  description: text.nullable().optional(),
  first_line: text.nullable().optional(),
  second_line: text.nullable().optional(),
  city: text.nullable().optional(),
  postal_code: text.nullable().optional(),
  region: text.nullable().optional(),
  custom_data: customData.optional(),
});
export const addressChanges = newAddress.partial().extend({ status: status.optional() });

export const newBusiness = z.strictObject({
  name: text.min(1),
  company_number: text.nullable().optional(),
  tax_identifier: text.nullable().optional(),
  contacts: z.array(z.strictObject({ name: text, email: z.email() })).optional(),
  custom_data: customData.optional(),
});
export const businessChanges = newBusiness.partial().extend({ status: status.optional() });

const buyer = {
  customer_id: z.string().nullable().optional(),
  address_id: z.string().nullable().optional(),
  business_id: z.string().nullable().optional(),
};

export const newTransaction = z.strictObject({
  items,
  ...buyer,
  currency_code: z.literal('USD').optional(),
  collection_mode: z.literal('automatic').optional(),
  custom_data: customData.optional(),
  checkout: z.object({ url: z.url().nullish() }).nullish(),
});

export const transactionChanges = z.strictObject({
  items: items.optional(),
  ...buyer,
  currency_code: z.literal('USD').optional(),
  collection_mode: z.literal('automatic').optional(),
  custom_data: customData.optional(),
  status: z.enum(['billed', 'canceled']).optional(),
});

const previewBuyer = {
  ...buyer,
  address: z.object({ country_code: newAddress.shape.country_code, postal_code: text.nullish() }).nullish(),
  currency_code: z.literal('USD').optional(),
};
/** Previews a transaction, or only prices. */
export const previewRequest = z.strictObject({ items, ...previewBuyer });

export const subscriptionChanges = z.strictObject({
  items: items.optional(),
  proration_billing_mode: z.enum(billingModes).optional(),
  on_payment_failure: z.enum(['prevent_change', 'apply_change']).optional(),
  scheduled_change: z.null('can only be set to null').optional(),
  custom_data: customData.optional(),
  address_id: z.string().optional(),
  business_id: z.string().nullable().optional(),
  collection_mode: z.literal('automatic').optional(),
  currency_code: z.literal('USD').optional(),
});

/**
 * https://developer.paddle.com/api-reference/subscriptions/create-subscription-charge, with prices created for the charge.
 */
export const chargeRequest = z.strictObject({
  effective_from: z.literal('immediately'),
  items: z
    .array(
      z.strictObject({
        quantity: z.number().int().min(1),
        price: z.strictObject({
          product_id: z.string(),
          name: text.optional(),
          description: text,
          tax_mode: z.literal('external'),
          unit_price: z.strictObject({ amount: z.string().regex(/^\d+$/), currency_code: z.literal('USD') }),
          quantity: z
            .strictObject({ minimum: z.number().int().min(1), maximum: z.number().int().max(999_999_999) })
            .optional(),
          custom_data: customData.optional(),
        }),
      }),
    )
    .min(1)
    .max(100),
  on_payment_failure: z.enum(['prevent_change', 'apply_change']).optional(),
});

export const cancelRequest = z.strictObject({ effective_from: effectiveFrom.nullish() });
export const pauseRequest = z.strictObject({
  effective_from: effectiveFrom.nullish(),
  resume_at: instant.nullish(),
  on_resume: z.enum(['start_new_billing_period', 'continue_existing_billing_period']).optional(),
});
export const resumeRequest = z.strictObject({
  effective_from: z.union([z.literal('immediately'), instant]).nullish(),
  on_resume: z.literal('start_new_billing_period').optional(),
});

export const newAdjustment = z.object({
  action: z.literal('refund'),
  transaction_id: z.string(),
  reason: text.min(1),
  type: z.literal('full').optional(),
});
