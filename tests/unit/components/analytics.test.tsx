import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server.js';
import { expect, test } from 'vitest';
import { AiWorkflowCard } from '#app/components/analytics/ai-workflow-card.tsx';
import type { FrameData } from '#app/components/layout/page-flash.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import type { Consent } from '#app/domain/flags/consent.ts';
import { EASY_AI_TEMPLATE_ID, EASY_AI_WORKFLOW } from '#app/domain/flags/experiments.ts';
import { attributesOf, textOf } from './render.tsx';

/** @returns the HTML of an element on a page whose root loader returned `frame`. */
async function renderFramed(
  element: ReactElement,
  frame: Partial<FrameData>,
  path = '/login',
): Promise<string> {
  const timezone = { zone: 'Etc/UTC', isReaders: false };
  const loader = () =>
    Response.json({ analytics: null, flags: {}, viewer: null, notice: null, timezone, ...frame });
  const routes = [{ id: 'root', path: '*', loader, element }];
  const context = await createStaticHandler(routes).query(new Request(`http://portal.example${path}`));
  if (context instanceof Response) throw new Error('the loader does not redirect');
  return renderToString(
    <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />,
  );
}

const layout = <PublicLayout>Content</PublicLayout>;
const counted = (consent: Consent) => ({
  analytics: { url: 'https://count.example', tagManagerUrl: null, consent },
});
const question = 'May we count which pages are used?';

test('the consent question is a form without script, with two buttons', async () => {
  const html = await renderFramed(layout, counted('unasked'), '/login?returnPath=%2Faccount');
  expect(textOf(html)).toContain(question);
  expect(attributesOf(html, '<form')).toMatchObject({ method: 'post', action: '/consent' });
  expect(attributesOf(html, 'name="returnPath"').value).toBe('/login?returnPath=%2Faccount');
  const [allow, decline] = ['granted', 'denied'].map((value) => attributesOf(html, `value="${value}"`));
  expect([allow?.type, decline?.type, allow?.name, decline?.name]).toEqual([
    'submit',
    'submit',
    'choice',
    'choice',
  ]);
  // Both choices look the same.
  expect(allow?.class).toBe(decline?.class);
});

test.each(['granted', 'denied', 'refused'] as const)(
  'a person who answered gets no second consent question: %s',
  async (consent) => {
    const html = await renderFramed(layout, counted(consent));
    expect(textOf(html)).not.toContain(question);
    expect(html).toContain('href="/consent"');
  },
);

test('without analytics there is no consent question and no setting', async () => {
  const html = await renderFramed(layout, {});
  expect(textOf(html)).not.toContain(question);
  expect(html).not.toContain('href="/consent"');
});

test('only the variant offers an AI workflow', async () => {
  const card = (flags: FrameData['flags'], endsSetUp = false) =>
    renderFramed(<AiWorkflowCard endsSetUp={endsSetUp} />, { flags });
  expect(await card({ [EASY_AI_WORKFLOW]: 'control' })).toBe('');
  // The flags could not be read.
  expect(await card({})).toBe('');
  const variant = await card({ [EASY_AI_WORKFLOW]: 'variant' });
  expect(textOf(variant)).toContain('Start with an AI workflow');
  expect(attributesOf(variant, '<a').href).toBe(`/dashboard?templateId=${EASY_AI_TEMPLATE_ID}`);
  const whileLaunching = await card({ [EASY_AI_WORKFLOW]: 'variant' }, true);
  expect(attributesOf(whileLaunching, '<form').method).toBe('post');
  expect(attributesOf(whileLaunching, 'name="templateId"').value).toBe(EASY_AI_TEMPLATE_ID);
});
