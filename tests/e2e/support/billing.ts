import type { FrameLocator, Locator, Page } from '@playwright/test';
import type { Stack } from '#scripts/local/stack.ts';
import { type Owner, setUpOwner } from '../../support/people.ts';
import type { Mail, PortalClient } from '../../support/portal-client.ts';
import { postToSandbox } from '../../support/sandbox-calls.ts';
import { test as base, expect } from './fixtures.ts';
import { signInAs } from './sign-in.ts';

export { expect } from './fixtures.ts';

export const cards = {
  pays: '4242 4242 4242 4242',
  paysToo: '5555 5555 5555 4444',
  declined: '4000 0000 0000 0002',
};

interface BillingFixtures {
  /** A person in the trial, whose workspace never started; the page is signed in as them. */
  trialist: Owner;
}

export const test = base.extend<BillingFixtures>({
  trialist: async ({ page, stack, database }, use) => {
    const owner = await setUpOwner(stack, database);
    await signInAs(page, owner.client);
    await use(owner);
  },
});

/** The provider's checkout frame. */
export function overlayOf(page: Page): FrameLocator {
  return page.frameLocator('iframe[name=paddle_frame]');
}

interface PaymentForm {
  getByLabel: Page['getByLabel'];
  getByRole: Page['getByRole'];
  locator: (selector: string) => Locator;
}

/** Fills in the buyer's details, which the provider asks for at the first purchase. */
export async function fillBuyer(form: PaymentForm): Promise<void> {
  await form.getByLabel('Country').selectOption('DE');
  await form.getByLabel('Postcode').fill('10115');
}

/** Pays with the provider's form, in the overlay or on its own page. @returns its button's label. */
export async function payByCard(form: PaymentForm, number: string): Promise<string> {
  await form.getByLabel('Name on the card').fill('Ada Lovelace');
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiry date').fill('12/40');
  await form.getByLabel('Security code').fill('123');
  // An overlay has a script, without which the browser itself would send the form, with a total that may be out of date.
  if (!('goto' in form)) await expect(form.locator('html')).toHaveClass(/scripted/);
  const button = form.getByRole('button', { name: /^(Pay|Save)/ });
  const label = (await button.textContent()) ?? '';
  await button.click();
  return label;
}

/** Makes the provider do what it would otherwise do on its own schedule. */
export async function simulate(stack: Stack, subscriptionId: string, scenario: string): Promise<void> {
  await postToSandbox(stack, '/paddle/simulate', { subscriptionId, scenario });
}

/** Waits until there are exactly `count` mails with this subject. @returns the newest. */
export async function mailsOf(client: PortalClient, to: string, subject: RegExp, count = 1): Promise<Mail> {
  const matching = async () => (await client.mails(to)).filter((mail) => subject.test(mail.subject));
  const ofThem = `mails of ${subject}`;
  await expect.poll(async () => (await matching()).length, { message: ofThem }).toBe(count);
  const [newest] = await matching();
  if (!newest) throw new Error(`There are no ${ofThem}.`);
  return newest;
}
