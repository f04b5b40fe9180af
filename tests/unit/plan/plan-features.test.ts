import { expect, test } from 'vitest';
import { enterpriseFeatures, featuresByPlan, planFeatures } from '#app/domain/plan/plan-features.ts';
import { en } from '#app/i18n/en/index.ts';

const starter = ['One project', 'Unlimited users', 'Forum support', '1 day of workflow history'];
const pro = [
  'Three projects',
  '7 days of insights',
  'Advanced permissions',
  'Global variables',
  '5 days of workflow history',
  'Execution search',
];
const custom = [
  'Unlimited projects',
  '365 days of insights',
  'LDAP',
  'Environments',
  'External secrets',
  'Log streaming',
  'Version control',
  'Scaling',
  'Extended retention',
  'Dedicated support',
  'Invoice billing',
];

test.each([
  ['starter', starter, featuresByPlan.starter],
  ['pro-1', pro, featuresByPlan['pro-1']],
  ['pro-2', pro, featuresByPlan['pro-2']],
  // Features that need an agreement belong to Enterprise.
  ['custom with Enterprise', custom, [...featuresByPlan.custom, ...enterpriseFeatures]],
])('%s has the features of spec §9', (_, expected, features) => {
  const texts = features.map((feature) => en.billing.feature[feature]);
  expect(texts).toEqual(expect.arrayContaining(expected));
});

test('every feature belongs to a plan or to Enterprise, and is listed in one order', () => {
  const listed = new Set([...Object.values(featuresByPlan).flat(), ...enterpriseFeatures]);
  expect([...listed].sort()).toEqual([...planFeatures].sort());
  for (const features of Object.values(featuresByPlan)) {
    const places = features.map((feature) => planFeatures.indexOf(feature));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
});

test('the custom plan has features that Pro lacks', () => {
  const more = featuresByPlan.custom.filter(
    (feature) => !featuresByPlan['pro-2'].some((one) => one === feature),
  );
  expect(more).toEqual(expect.arrayContaining(['environments', 'external-secrets', 'dedicated-support']));
});
