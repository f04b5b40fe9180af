import { expect, test } from 'vitest';
import { errors } from '#app/i18n/en/errors.ts';
import { splitHeadline } from '#app/i18n/headline.ts';

test.for([
  [errors.not_found, 'This page could not be found', undefined],
  [errors.last_owner, 'An account needs at least one owner', 'Make someone else an owner first.'],
  [errors.checkout_failed, "Checkout couldn't be completed!", 'Please try again or contact support.'],
  [
    errors.archive_too_large,
    'This archive is too large',
    'The limit is 50 MB, and 200 MB unpacked. Nothing was changed.',
  ],
] as const)('%s has the first sentence as its headline', ([words, headline, rest]) => {
  expect(splitHeadline(words)).toEqual([headline, rest]);
});

test('no headline of a failure ends within a sentence', () => {
  for (const words of Object.values(errors)) expect(splitHeadline(words)[1] ?? 'A').toMatch(/^[A-Z]/);
});
