import { chooseCustomer } from '#app/domain/billing/customer.ts';
import type { OutboxPayload } from '#app/domain/mail/messages.ts';
import type { Services } from '../services.ts';

export interface MoveCustomerPorts {
  customers: Services['customers'];
  billingProvider: Pick<Services['billingProvider'], 'moveCustomer'>;
  reportError(error: unknown): void;
}

/**
 * Delivers an outbox message: the provider's customer of a subscription gets the e-mail of a person who manages the
 * account's bills, once its e-mail belongs to no one who does (docs/decisions/billing.md). The card, its credit and the bills stay. Reports a
 * customer who is another account's too, and one whose new e-mail another customer has: an operator moves the subscription.
 *
 * @throws AppError billing_unavailable: the outbox tries again.
 */
export async function moveCustomer(
  { customers, billingProvider, reportError }: MoveCustomerPorts,
  { accountId, ...former }: OutboxPayload<'billing.move_customer'>,
): Promise<void> {
  const found = await customers.contacts(accountId, former.userId);
  const to = found && chooseCustomer(found.contacts, former);
  if (!to) return;
  const { subscriptionId, isShared } = found;
  // The accounts of one person, who has another e-mail now, may share their customer.
  const isOfOthers = isShared && to.userId !== former.userId;
  const outcome = await billingProvider.moveCustomer(subscriptionId, former.email, isOfOthers ? null : to);
  if (outcome === 'blocked')
    reportError(
      new Error(`${subscriptionId} of ${accountId} still bills an e-mail that no bill manager has.`),
    );
}
