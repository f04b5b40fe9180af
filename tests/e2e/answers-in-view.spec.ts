import type { Locator, Page } from '@playwright/test';
import { addTeammate, setUpOwner } from '../support/people.ts';
import { expect, test } from './support/fixtures.ts';
import { signInAs } from './support/sign-in.ts';
import { untilHydrated } from './support/visit.ts';

/** On this screen, the button of a long form is far below the page's start. */
const PHONE = { width: 360, height: 740 };

async function fillToken(page: Page, name: string): Promise<Locator> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('checkbox', { name: 'Profile' }).check();
  return page.getByRole('button', { name: 'Create token' });
}

test('a phone shows the answer to a form above its button: a token, what was refused, and why', async ({
  page,
  stack,
  database,
}) => {
  const owner = await setUpOwner(stack, database);
  const { client } = owner;
  await signInAs(page, client);
  await page.setViewportSize(PHONE);
  await page.goto('/account/tokens');
  await untilHydrated(page);

  await test.step('a new token takes the focus', async () => {
    await (await fillToken(page, 'First')).click();
    const token = page.getByLabel('Token First');
    await expect(token).toBeFocused();
    await expect(token).toBeInViewport({ ratio: 1 });
  });

  await test.step('a refused field takes the focus, also after a token was created', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Second');
    await page.getByRole('button', { name: 'Create token' }).click();
    await expect(page.getByRole('checkbox', { name: 'Profile' })).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Second');
  });

  await test.step('a refusal of the whole form scrolls into view, each time', async () => {
    for (let count = 1; count < 20; count += 1) {
      const fields = { intent: 'create', name: `Token ${count}`, lifetime: '30', scopes: 'workspace:view' };
      await client.post('/account/tokens', fields);
    }
    const refusal = page.getByText('You already have 20 tokens.');
    const create = await fillToken(page, 'One too many');
    await create.click();
    await expect(refusal).toBeInViewport({ ratio: 1 });
    await create.scrollIntoViewIfNeeded();
    await expect(refusal).not.toBeInViewport();
    const reloaded = page.waitForResponse(
      (response) =>
        response.request().method() === 'GET' && response.url().endsWith('_data=routes%2Faccount-tokens'),
    );
    await create.click();
    await expect(refusal).toBeInViewport({ ratio: 1 });
    // The next step deletes one of the tokens that this answer lists.
    await (await reloaded).finished();
  });

  await test.step('a later refusal of a button above scrolls into view, and the earlier one does not', async () => {
    await database.execute({
      sql: `DELETE FROM api_tokens WHERE account_id = ? AND name = 'Token 1'`,
      args: [owner.accountId],
    });
    await page.getByLabel('Revoke Token 1', { exact: true }).click();
    await page.getByRole('button', { name: 'Yes, revoke' }).click();
    await expect(
      page.getByText('This token doesn’t exist. It may have been revoked already.'),
    ).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('You already have 20 tokens.')).not.toBeInViewport();
  });

  await test.step('so does the refusal of a button', async () => {
    for (const name of ['Alan Turing', 'Barbara Liskov', 'Grace Hopper'])
      await addTeammate(owner, database, 'member', { name });
    await page.goto('/account/members');
    await untilHydrated(page);
    await database.execute({
      sql: `DELETE FROM memberships WHERE account_id = ? AND role = 'member'`,
      args: [owner.accountId],
    });
    await page.getByRole('button', { name: 'Save role of Grace Hopper' }).click();
    await expect(page.getByText('This account has no such member.')).toBeInViewport({ ratio: 1 });
  });
});
