import { z } from 'zod';
import { soldPlanIds } from '#app/domain/billing/offer.ts';
import { cardBrands, paymentStatuses } from '#app/domain/billing/payment.ts';
import { billingPeriods } from '#app/domain/billing/subscription.ts';

/** Minor units of `currency` (ISO 4217). */
const money = { amount: z.int(), currency: z.string().length(3) };

export const upcomingPaymentAnswer = z
  .strictObject({
    ...money,
    date: z.iso.datetime(),
    /** The part of the amount that is for plan changes of this period; negative after a downgrade. */
    postponed: z.strictObject(money).optional(),
  })
  .meta({ id: 'UpcomingPayment' });

export const previewAnswer = z.strictObject({
  immediate: z.strictObject(money),
  next: upcomingPaymentAnswer,
});

export const paymentsAnswer = z.array(
  z
    .strictObject({
      id: z.string(),
      date: z.iso.datetime(),
      ...money,
      status: z.enum(paymentStatuses),
      receiptUrl: z.url().nullable(),
    })
    .meta({ id: 'Payment' }),
);

export const paymentInformationAnswer = z.strictObject({
  method: z.enum(['card', 'paypal']),
  cardBrand: z.enum(cardBrands),
  lastFour: z.string().nullable(),
  expiry: z.string().nullable(),
});

const bounds = z.strictObject({ min: z.int(), max: z.int(), step: z.int() });

/** A plan for one period (spec §3). */
export const paddlePlanAnswer = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    billing_type: z.enum(['month', 'year']),
    billing_period: z.literal(1),
    spec: z.strictObject({
      planId: z.enum(soldPlanIds),
      period: z.enum(billingPeriods),
      customQuota: z
        .strictObject({
          bounds: z.strictObject({ executions: bounds, activeWorkflows: bounds }),
          perThousandExecutions: z.int(),
          perActiveWorkflow: z.int(),
        })
        .nullable(),
    }),
    recurring_price: z.record(z.string(), z.int()),
  })
  .meta({ id: 'PaddlePlan' });

export const payLinkAnswer = z.strictObject({ url: z.url(), transactionId: z.string() });
