import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { expect, test } from 'vitest';
import { AppError } from '#app/domain/errors/app-error.ts';
import { anyone } from '#app/http/admission.ts';
import { runAction, submitForm } from '#app/http/form-actions.ts';
import { readForm } from '#app/http/forms.ts';
import { formAction } from '#app/http/handlers.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { en } from '#app/i18n/en/index.ts';
import { action as manage } from '#app/routes/manage/route.tsx';
import { testContext, testViewer } from './request-context.ts';

type Act = () => Promise<void>;

/** Posts the sign-in form to an action that calls `act`. @returns its response, and the reported errors. */
async function post(kind: 'form' | 'button', act: Act) {
  const context = testContext();
  const body = new URLSearchParams({ intent: kind, login: 'ada', password: 'a secret' });
  const request = new Request('https://weft.example/login', { method: 'POST', body });
  const action = formAction(
    anyone,
    async () => {
      const form = await readForm(request);
      const done = async () => {
        await act();
        return redirectWithNotice(context, '/', 'settings-saved');
      };
      if (kind === 'button') return runAction(done);
      return submitForm(form.parse(portalForms.signIn), done);
    },
    'login_failed',
  );
  const answer = await action({ request, context, params: {} } as unknown as ActionFunctionArgs);
  return { answer, text: await answer.text(), errors: context.reported };
}

const fail = (error: unknown) => async (): Promise<never> => {
  throw error;
};
const broken = new Error('disk I/O error');
const down = new AppError('backups_unavailable', { cause: broken });

test.each([
  ['form', broken, 'login_failed', { login: 'ada' }],
  ['form', down, 'backups_unavailable', { login: 'ada' }],
  ['button', broken, 'login_failed', {}],
  ['button', down, 'backups_unavailable', {}],
] as const)('a failed %s answers with its sentence and reports %s once', async (kind, error, code, typed) => {
  const { answer, text, errors } = await post(kind, fail(error));
  expect(errors).toEqual([error]);
  expect(answer.status).toBe(new AppError(code).status);
  expect(text).not.toContain('a secret');
  expect(JSON.parse(text)).toEqual({
    status: 'error',
    failure: code,
    sentence: en.errors[code],
    formIntent: kind,
    initialValue: typed,
    error: { '': [en.errors[code]] },
  });
});

test.each(['form', 'button'] as const)('a refused %s keeps its status and is not reported', async (kind) => {
  const { answer, text, errors } = await post(kind, fail(new AppError('too_many_attempts')));
  expect([answer.status, errors]).toEqual([429, []]);
  expect(text).toContain(en.errors.too_many_attempts);
  expect(JSON.parse(text)).not.toHaveProperty('formIntent');
});

test('too many attempts answer the form, also where no form of the page shows refusals', async () => {
  const context = testContext();
  const request = new Request('https://weft.example/login', {
    method: 'POST',
    body: new URLSearchParams({ intent: 'lost' }),
  });
  const action = formAction(anyone, fail(new AppError('too_many_attempts', { retryAfterSeconds: 60 })));
  const answer = await action({ request, context, params: {} } as unknown as ActionFunctionArgs);
  const { sentence, formIntent } = JSON.parse(await answer.text());
  expect([answer.status, sentence, formIntent]).toEqual([429, en.errors.too_many_attempts, 'lost']);
  expect(context.reported).toEqual([]);
});

test('a refused restart on the page of the settings says when to retry', async () => {
  const context = testContext({
    viewer: async () => ({ kind: 'signed-in', viewer: testViewer() }),
    services: {
      clock: { now: () => 1 },
      auditTrail: { record: async () => {} },
      workspaceObject: () => ({ restart: fail(new AppError('workspace_pending', { retryAfterSeconds: 7 })) }),
    },
  });
  const body = new URLSearchParams({ intent: 'restart' });
  const request = new Request('https://weft.example/manage', { method: 'POST', body });
  const answer = await manage({ request, context, params: {} } as unknown as ActionFunctionArgs);
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([409, '7']);
  expect(await answer.json()).toEqual({
    failure: 'workspace_pending',
    sentence: en.errors.workspace_pending,
  });
});
