import { expect, test } from 'vitest';
import {
  LOGIN_CODE_LIFETIME_MS,
  MAGIC_LINK_LIFETIME_MS,
  RESET_LIFETIME_MS,
} from '#app/domain/access/links.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { help } from '#app/i18n/en/help.ts';

test('a link or code that is enough to sign in expires within ten minutes', () => {
  for (const lifetimeMs of [MAGIC_LINK_LIFETIME_MS, LOGIN_CODE_LIFETIME_MS]) {
    expect(lifetimeMs).toBeLessThanOrEqual(10 * MINUTE_MS);
  }
});

test('the help center names the actual lifetimes of links', () => {
  const answer = JSON.stringify(help);
  expect(answer).toContain(`${MAGIC_LINK_LIFETIME_MS / MINUTE_MS} minutes for a sign-in link`);
  expect(answer).toContain(`${RESET_LIFETIME_MS / MINUTE_MS} minutes for a new password`);
});
