import {
  confirmAccessBody,
  confirmEmailBody,
  loginBody,
  loginCodeBody,
  magicLinkBody,
  registerBody,
} from '../../api-bodies/auth.ts';
import { confirmedAnswer, meAnswer, signedInAnswer } from '../answers/account.ts';
import { accountExample, tokenExample, userExample } from '../examples.ts';
import { answer, anyone, noContent, type Operation, person } from '../operation.ts';

const signedIn = answer(signedInAnswer, { token: tokenExample, user: userExample });

export const sessionOperations = [
  {
    ...{ id: 'getMe', method: 'GET', path: '/auth/me', group: 'session' },
    who: person('profile:manage', 'unfinished-too'),
    answers: { 200: answer(meAnswer, { user: userExample, account: accountExample }) },
  },
  {
    ...{ id: 'register', method: 'POST', path: '/auth/register', group: 'session', who: anyone },
    body: {
      schema: registerBody,
      example: {
        ...{ fullName: 'Ada Lovelace', email: 'ada@example.com', confirmEmail: 'ada@example.com' },
        ...{ password: 'analytical engine', accountName: 'ada', newsletter: false },
        ...{ humanCheck: 'eyJjaGFsbGVuZ2UiOnt9fQ==', timezone: 'Europe/London' },
      },
    },
    answers: {
      201: answer(signedInAnswer, { token: tokenExample, user: { ...userExample, confirmed: false } }),
    },
    refusals: ['account_name_taken', 'human_check_failed'],
  },
  {
    ...{ id: 'login', method: 'POST', path: '/auth/login', group: 'session', who: anyone },
    body: { schema: loginBody, example: { login: 'ada', password: 'analytical engine' } },
    answers: { 200: signedIn },
    refusals: ['invalid_credentials', 'second_factor_due', 'second_factor_wrong'],
  },
  {
    ...{ id: 'confirmAccess', method: 'POST', path: '/auth/confirm-access', group: 'session' },
    who: person('profile:manage', 'unfinished-too'),
    body: { schema: confirmAccessBody, example: { code: '123456' } },
    answers: { 204: noContent },
    refusals: ['password_wrong', 'second_factor_wrong', 'session_needed'],
  },
  {
    ...{ id: 'loginWithCode', method: 'POST', path: '/auth/login/code', group: 'session', who: anyone },
    body: { schema: loginCodeBody, example: { code: 'q1W2e3R4t5Y6u7I8o9P0' } },
    answers: { 200: signedIn },
    refusals: ['login_code_failed'],
  },
  {
    ...{ id: 'resendConfirmation', method: 'POST', path: '/auth/resend-confirmation', group: 'session' },
    who: person('profile:manage', 'unfinished-too'),
    answers: { 204: noContent },
    refusals: ['resend_too_soon'],
  },
  {
    ...{ id: 'confirmEmail', method: 'POST', path: '/auth/confirm-email', group: 'session', who: anyone },
    body: {
      schema: confirmEmailBody,
      example: { token: 'a0S9d8F7g6H5j4K3l2', password: 'analytical engine', fullName: 'Ada Lovelace' },
    },
    answers: { 200: answer(confirmedAnswer, { token: tokenExample, user: userExample }) },
    refusals: [
      'confirmation_needs_password',
      'confirmation_failed',
      'confirmation_expired',
      'email_belongs_to_another',
    ],
  },
  {
    ...{ id: 'sendMagicLink', method: 'POST', path: '/user/magic-link', group: 'session', who: anyone },
    body: { schema: magicLinkBody, example: { email: 'ada@example.com' } },
    answers: { 204: noContent },
  },
  {
    ...{ id: 'logout', method: 'GET', path: '/auth/logout', group: 'session', who: anyone },
    answers: { 204: noContent },
    refusals: ['foreign_origin', 'session_needed'],
    takesHead: false,
  },
] as const satisfies readonly Operation[];
