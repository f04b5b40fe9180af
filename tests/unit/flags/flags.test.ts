import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignVariant, EASY_AI_WORKFLOW, variantInOverrides } from '#app/domain/flags/experiments.ts';
import { featureFlagsSchema, flagsFor } from '#app/domain/flags/flags.ts';

const account = (flagOverrides: Record<string, string> = {}, id = 'acc_1') => ({ id, flagOverrides });

test('a visitor has the configuration’s flags and no experiment', () => {
  expect(flagsFor({}, null)).toEqual({ page_analytics: true });
  expect(flagsFor({ page_analytics: false, [EASY_AI_WORKFLOW]: 'variant' }, null)).toEqual({
    page_analytics: false,
    [EASY_AI_WORKFLOW]: 'variant',
  });
});

test('an account’s flag overrides the configuration, which overrides the assignment', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.constantFrom('control', 'variant'), (id, wanted) => {
      const other = wanted === 'control' ? 'variant' : 'control';
      const overridden = { [EASY_AI_WORKFLOW]: JSON.stringify(wanted) };
      expect(flagsFor({}, account({}, id))[EASY_AI_WORKFLOW]).toBe(assignVariant(EASY_AI_WORKFLOW, id));
      expect(flagsFor({ [EASY_AI_WORKFLOW]: wanted }, account({}, id))[EASY_AI_WORKFLOW]).toBe(wanted);
      expect(flagsFor({ [EASY_AI_WORKFLOW]: other }, account(overridden, id))[EASY_AI_WORKFLOW]).toBe(wanted);
    }),
  );
});

test('ignores an override of a removed flag and refuses an invalid one', () => {
  expect(flagsFor({}, account({ gone_long_ago: 'not even JSON', page_analytics: 'false' }))).toMatchObject({
    page_analytics: false,
  });
  for (const value of ['', 'true and false', '"yes"', '1', 'null']) {
    expect(() => flagsFor({}, account({ page_analytics: value })), value).toThrow('acc_1');
  }
  expect(flagsFor({}, account({ constructor: '{}', __proto__: '{}' }))).not.toHaveProperty('constructor');
});

test('refuses unknown flags', () => {
  expect(featureFlagsSchema.safeParse({ page_analytics: true, brand_new: true }).success).toBe(false);
  expect(featureFlagsSchema.safeParse({ [EASY_AI_WORKFLOW]: 'treatment' }).success).toBe(false);
});

test('about half of all accounts are in each half, for any form of ids', () => {
  const shapes: Array<(index: number) => string> = [
    (index) => `acc_${index}`,
    (index) => `acc_${index * 2}`,
    (index) => `acc_${String.fromCharCode(65 + (index % 26)).repeat(20)}${index.toString(36)}`,
    (index) => `acc_${Buffer.from(String(index * 7919)).toString('base64url')}`,
  ];
  for (const shape of shapes) {
    const count = 20_000;
    let inVariant = 0;
    for (let index = 0; index < count; index += 1) {
      if (assignVariant(EASY_AI_WORKFLOW, shape(index)) === 'variant') inVariant += 1;
    }
    // Seven standard deviations: never by chance, and always if a bit of the hash is stuck.
    expect(Math.abs(inVariant - count / 2)).toBeLessThan(500);
  }
});

test('an assignment never changes', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (experiment, id) => {
      expect(assignVariant(experiment, id)).toBe(assignVariant(experiment, id));
    }),
  );
  const ids = ['acc_1', 'acc_2', 'acc_3', 'acc_4', 'acc_5', 'acc_6'];
  // Fixed values: another hash would move accounts to the other half.
  expect(ids.map((id) => assignVariant(EASY_AI_WORKFLOW, id))).toEqual([
    'control',
    'control',
    'control',
    'control',
    'variant',
    'variant',
  ]);
});

test('the halves of two experiments are independent', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => `acc_${index}`);
  const same = ids.filter((id) => assignVariant('001_one', id) === assignVariant('002_other', id));
  expect(Math.abs(same.length - ids.length / 2)).toBeLessThan(350);
});

test('a valid local override counts', () => {
  expect(variantInOverrides(`{"${EASY_AI_WORKFLOW}":"variant"}`, EASY_AI_WORKFLOW)).toBe('variant');
  expect(variantInOverrides(`{"${EASY_AI_WORKFLOW}":"control"}`, EASY_AI_WORKFLOW)).toBe('control');
  for (const stored of [null, '', 'variant', 'null', '[]', '"variant"', '{"other":"variant"}']) {
    expect(variantInOverrides(stored, EASY_AI_WORKFLOW), String(stored)).toBeNull();
  }
  expect(variantInOverrides(`{"${EASY_AI_WORKFLOW}":"treatment"}`, EASY_AI_WORKFLOW)).toBeNull();
  fc.assert(
    fc.property(fc.string(), (stored) => {
      variantInOverrides(stored, EASY_AI_WORKFLOW);
    }),
  );
});
