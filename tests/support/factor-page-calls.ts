import type { Call, Calls } from './call.ts';
import { onceConfirmed } from './expected-answer.ts';

/** Open to people who have yet to set up the factor that their account requires. */
const ownFactors = { steps: onceConfirmed, takesOwing: true } as const;

const ownFactor = (intent: string, more: Record<string, string>, admitted: string): Call => ({
  as: intent,
  path: '/account/security',
  ...ownFactors,
  form: { intent, ...more },
  admitted,
});

/** The calls of the second factor's pages; only people whose sign-in waits for a factor have one here. */
export const factorPageCalls: Calls = {
  'routes/second-factor loader': [{ path: '/login/second-factor', admitted: '200' }],
  'routes/second-factor action': [
    { as: 'no code', path: '/login/second-factor', form: { intent: 'code' }, admitted: '422' },
    {
      as: 'a passkey',
      path: '/login/second-factor',
      form: { intent: 'passkey', answer: '{}' },
      admitted: '401',
    },
    { as: 'lost', path: '/login/second-factor', form: { intent: 'lost' }, admitted: '200' },
    { as: 'nothing known', path: '/login/second-factor', form: {}, admitted: '400' },
  ],
  'routes/second-factor-remove loader': [{ path: '/second-factor/remove?token=none', admitted: '400' }],
  'routes/second-factor-remove action': [
    { path: '/second-factor/remove?token=none', form: {}, admitted: '400' },
  ],
  'routes/second-factor-keep loader': [{ path: '/second-factor/keep?token=none', admitted: '200' }],
  'routes/second-factor-keep action': [{ path: '/second-factor/keep?token=none', form: {}, admitted: '400' }],
  'routes/account-security loader': [
    { path: '/account/security', ...ownFactors, admitted: '200' },
    { as: 'to add an app', path: '/account/security?add=app', ...ownFactors, admitted: '200' },
    { as: 'to add a passkey', path: '/account/security?add=passkey', ...ownFactors, admitted: '200' },
  ],
  'routes/account-security action': [
    ownFactor('add-app', { name: 'Phone', code: '000' }, '422'),
    ownFactor('add-passkey', { name: 'Laptop', answer: '{}' }, '401'),
    ownFactor('replace-codes', {}, '404'),
    ownFactor('remove-app', { factorId: 'fac_none' }, '404'),
    ownFactor('remove-passkey', { factorId: 'fac_none' }, '404'),
    ownFactor('forget-browser', { browserId: 'dev_none' }, '404'),
    ownFactor('none', {}, '400'),
  ],
  'routes/confirm-access loader': [{ path: '/account/confirm-access', ...ownFactors, admitted: '200' }],
  'routes/confirm-access action': [
    {
      as: 'no password',
      path: '/account/confirm-access',
      ...ownFactors,
      admitted: '422',
      form: { intent: 'password' },
    },
    {
      as: 'a code of nobody',
      path: '/account/confirm-access',
      ...ownFactors,
      admitted: '401',
      form: { intent: 'code', code: '000000' },
    },
    {
      as: 'a passkey of nobody',
      path: '/account/confirm-access',
      ...ownFactors,
      admitted: '401',
      form: { intent: 'passkey', answer: '{}' },
    },
    {
      as: 'nothing known',
      path: '/account/confirm-access',
      ...ownFactors,
      form: {},
      admitted: '400',
    },
  ],
};
