/** `GET /account/transactions` (spec §7), which design §4 answers as the payments: each is a transaction of the provider's. */
export { action, loader } from './account-payments.ts';
