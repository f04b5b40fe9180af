import { expect, test } from 'vitest';
import { formRoutes } from '../../support/form-routes.ts';

/** Every form to register, sign in, or recover access. */
const expected = {
  'routes/register': [
    'fullName',
    'email',
    'confirmEmail',
    'password',
    'accountName',
    'newsletter',
    'humanCheck',
    'timezone',
  ],
  'routes/confirm-email': ['fullName', 'password'],
  'routes/invitation': ['fullName', 'password'],
  'routes/login': ['login', 'password', 'answer', 'remember'],
  // `answer` belongs to a passkey.
  'routes/second-factor': ['code', 'remember', 'answer', 'remember'],
  'routes/second-factor-remove': [],
  'routes/second-factor-keep': [],
  'routes/magic-link': ['email'],
  'routes/forgot-password': ['email'],
  'routes/reset-password': ['newPassword'],
  'routes/confirm-access': ['password', 'code', 'answer', 'remember'],
  'routes/change-email': [],
  'routes/account': [
    'fullName',
    'email',
    'password',
    'currentPassword',
    'newPassword',
    'sessionId',
    'accountId',
  ],
  'routes/account-security': ['name', 'code', 'name', 'answer', 'factorId', 'browserId'],
};

test('registration, sign-in and recovery have no password hint and no secret question', () => {
  const taken = Object.keys(expected).map((id) => [
    id,
    formRoutes[id]?.forms.flatMap(({ fields }) => [...fields.keys()]),
  ]);
  expect(Object.fromEntries(taken)).toEqual(expected);
});

test('no form of the portal has a field for a hint or a secret question', () => {
  const names = Object.values(formRoutes).flatMap(({ forms }) =>
    forms.flatMap(({ fields }) => [...fields.keys()]),
  );
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => /hint|question/i.test(name))).toEqual([]);
});
