import { expect, test } from 'vitest';
import { CONFIRMATION_RESEND_WAIT_MS } from '#app/domain/account/registration-lifetime.ts';
import { registrationStore } from '#db/queries/registrations.ts';
import { newAccount, write } from '../../support/account-rows.ts';
import { openMemoryDatabase } from '../../support/memory-database.ts';

test('of two requests in the same millisecond, one writes a link and its mail', async () => {
  const { db, raw } = await openMemoryDatabase();
  const { account, statements } = newAccount(db, { step: 'confirm-email', subscription: null });
  await write(db, statements);
  const { userId, email } = account.owner;
  const now = Date.now() + CONFIRMATION_RESEND_WAIT_MS;
  const renew = (token: string) => {
    const data = { accountName: account.accountName, token };
    return registrationStore(db).renewConfirmation({
      now,
      userId,
      emailNormalized: email,
      tokenHash: token,
      cause: 'network:192.0.2.1',
      confirmMail: { template: 'confirm_email', to: email, data },
      alreadyRegisteredMail: { template: 'already_registered', to: email, data: {} },
    });
  };
  expect([await renew('first'), await renew('second')]).toEqual([true, false]);
  const links = await raw.execute('SELECT token_hash FROM link_tokens');
  expect(links.rows.map((row) => row.token_hash)).toEqual(['first']);
  const mails = await raw.execute(`SELECT payload ->> '$.data.token' AS token FROM outbox`);
  expect(mails.rows.map((row) => row.token)).toEqual(['first']);
  raw.close();
});
