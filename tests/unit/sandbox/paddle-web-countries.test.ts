import { expect, test } from 'vitest';
import { countries as billedCountries } from '#app/domain/billing/countries.ts';
import { countries } from '#sandbox/paddle/web/countries.ts';

// The sandbox imports no product code, so each has a separate list.
test('sells in the same countries as the portal', () => {
  expect(countries).toEqual(billedCountries());
});
