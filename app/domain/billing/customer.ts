import { normalizeEmail } from '../account/email.ts';

/** A person of an account who manages its bills. */
interface CustomerContact {
  userId: string;
  email: string;
  name: string;
}

/**
 * Decides who becomes the provider's customer after a person left, lost billing or changed their e-mail.
 * @param contacts of the account, owners first. @param former the person, with the e-mail that the customer may have.
 * @returns the same person if they still manage the bills, else the first contact; null while a contact has that e-mail.
 */
export function chooseCustomer(
  contacts: readonly CustomerContact[],
  former: { userId: string; email: string },
): CustomerContact | null {
  if (contacts.some(({ email }) => isSameEmail(email, former.email))) return null;
  return contacts.find(({ userId }) => userId === former.userId) ?? contacts[0] ?? null;
}

export function isSameEmail(one: string, other: string): boolean {
  return normalizeEmail(one) === normalizeEmail(other);
}
