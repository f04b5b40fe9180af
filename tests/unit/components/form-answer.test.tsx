import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server.js';
import { expect, test } from 'vitest';
import { useFormAnswer } from '#app/components/form/form-answer.tsx';
import { keepAfterFailure } from '#app/components/form/keep-after-failure.ts';
import type { FailedForm } from '#app/domain/errors/failed-form.ts';
import { textOf } from './render.tsx';

const failed = (formIntent: string | null): FailedForm => ({
  status: 'error',
  initialValue: { name: 'ada' },
  error: { '': ['errors.internal'] },
  failure: 'internal',
  sentence: 'It failed.',
  formIntent,
});

function Screen() {
  const { failure, code, lastResult, own } = useFormAnswer<{ token: string }>({
    ownKey: 'token',
    formIntents: ['create', null],
  });
  return [failure, code, lastResult?.status, own?.token].map((part) => part ?? '-').join(' ');
}

test.each<[answer: object, shown: string]>([
  [failed('create'), '- - error -'],
  [failed(null), '- - error -'],
  [failed('revoke'), 'It failed. internal - -'],
  [{ failure: 'last_owner', sentence: 'The last one.' }, 'The last one. last_owner - -'],
  [{ status: 'error', error: { name: ['fieldErrors.required'] } }, '- - error -'],
  [{ token: 'wct_1' }, '- - - wct_1'],
])('%j is shown as: %s', async (answer, shown) => {
  const routes = [{ id: 'screen', path: '/', element: <Screen />, action: () => answer }];
  const request = new Request('http://portal.example/', { method: 'POST', body: new URLSearchParams() });
  const context = await createStaticHandler(routes).query(request);
  if (context instanceof Response) throw new Error('the action does not redirect');
  const router = createStaticRouter(routes, context);
  const html = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
  expect(textOf(html)).toBe(shown);
});

test.each([
  [503, undefined, false],
  [undefined, failed(null), false],
  [422, { failure: 'last_owner' }, true],
  [undefined, undefined, true],
])('status %s with %j loads the page again: %s', (actionStatus, actionResult, reloads) => {
  const change = { actionStatus, actionResult, defaultShouldRevalidate: true };
  expect(keepAfterFailure(change as Parameters<typeof keepAfterFailure>[0])).toBe(reloads);
});
