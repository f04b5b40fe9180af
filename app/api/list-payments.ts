import { definePayments } from './answers/payments.ts';

/** Spec §7. */
export const listPayments = definePayments('GET /account/payments');
