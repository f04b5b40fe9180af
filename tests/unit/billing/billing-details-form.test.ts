import { parseWithZod } from '@conform-to/zod/v4';
import { expect, test } from 'vitest';
import { billingDetailsSchema, shownDetailsOf } from '#app/domain/billing/billing-forms.ts';

const saved = {
  companyName: 'Engines',
  taxId: null,
  addressLine: 'Unter den Linden 1',
  city: 'Berlin',
  postalCode: '10117',
  country: 'DE',
};
const untouched = { ...saved, taxId: '', shownDetails: shownDetailsOf(saved) };

function changesOf(fields: Record<string, string>) {
  const submission = parseWithZod(new URLSearchParams(fields) as unknown as FormData, {
    schema: billingDetailsSchema,
  });
  return submission.status === 'success' && submission.value;
}

test('only what differs from the shown billing details is a change', () => {
  expect(changesOf(untouched)).toEqual({});
  expect(changesOf({ ...untouched, city: 'Potsdam', companyName: '' })).toEqual({
    companyName: null,
    city: 'Potsdam',
  });
  expect(changesOf({ ...untouched, taxId: ' DE1 ' })).toEqual({ taxId: 'DE1' });
});

test('a form without the shown billing details changes all', () => {
  const { shownDetails: _none, ...fields } = untouched;
  expect(changesOf(fields)).toEqual(saved);
});
