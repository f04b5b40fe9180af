import { definePayments } from './answers/payments.ts';

/** Spec §7; design §4 answers it as the payments. */
export const listTransactions = definePayments('GET /account/transactions');
