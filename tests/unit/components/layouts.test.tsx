import { expect, test } from 'vitest';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import { ErrorPage } from '#app/components/layout/error-page.tsx';
import { PageFlash } from '#app/components/layout/page-flash.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import type { NoticeCode } from '#app/http/notice-cookie.ts';
import { en } from '#app/i18n/en/index.ts';
import { notices } from '#app/i18n/en/notices.ts';
import { attributesOf, controlOf, navigationOf, renderFramed, renderPage, textOf } from './render.tsx';

const viewer = {
  name: 'Ada',
  username: 'ada',
  email: 'ada@analytical.example',
  role: 'owner' as const,
  hasBilling: false,
};

const navigationLinks = (html: string) =>
  [...navigationOf(html, en.layout.navigation.label).matchAll(/<a[^>]*>([^<]*)/g)].map(([, label]) => label);

test('the default layout links its screens and signs out with a form', async () => {
  const html = await renderFramed(<DefaultLayout>Content</DefaultLayout>, { viewer });
  expect(navigationLinks(html)).toEqual(['Dashboard', 'Manage', 'Help']);
  expect(attributesOf(html, 'aria-current="page"').href).toBe('/dashboard');
  expect(attributesOf(html, 'action="/sign-out"').method).toBe('post');
});

test.each([
  ['operator', ['Dashboard', 'Manage', 'Help']],
  ['billing', ['Dashboard', 'Usage', 'Help']],
  ['member', ['Dashboard', 'Usage', 'Help']],
] as const)('the navigation hides links that the role cannot open: %s', async (role, links) => {
  const html = await renderFramed(<DefaultLayout>Content</DefaultLayout>, { viewer: { ...viewer, role } });
  expect(navigationLinks(html)).toEqual(links);
});

test.each([
  ['owner', ['Dashboard', 'Manage', 'Help']],
  ['billing', ['Dashboard', 'Usage', 'Billing', 'Help']],
  ['member', ['Dashboard', 'Usage', 'Help']],
] as const)(
  'an account with billing shows the billing link to roles without /manage: %s',
  async (role, links) => {
    const whoPays = { ...viewer, role, hasBilling: true };
    const html = await renderFramed(<DefaultLayout>Content</DefaultLayout>, { viewer: whoPays });
    expect(navigationLinks(html)).toEqual(links);
  },
);

test.each(Object.keys(notices) as NoticeCode[])(
  'the notice %s has the tone of its meaning',
  async (notice) => {
    const html = await renderFramed(<PageFlash />, {
      notice: { code: notice, sentence: notices[notice] },
    });
    const isRefusal =
      /^(?:Could not|The member already|Session expired|Update|Before|No new)|\bisn’t online right now\b/.test(
        notices[notice],
      );
    expect(textOf(html).startsWith(`${en.ui.tone.success}: `)).toBe(!isRefusal);
  },
);

test('the default layout offers a sign-in link to visitors', async () => {
  const html = await renderFramed(<DefaultLayout>Content</DefaultLayout>, { viewer: null });
  expect(html).not.toContain('/sign-out');
  expect(navigationLinks(html)).toEqual([]);
  expect(controlOf(html, en.layout.signIn).href).toBe('/login');
});

test.each([
  ['/register', null, true],
  ['/magic-link', null, true],
  ['/login', null, false],
  ['/account/setup', viewer, false],
] as const)('the public layout on %s of %o shows the sign-in link: %s', async (path, who, isShown) => {
  const text = textOf(await renderFramed(<PublicLayout>Content</PublicLayout>, { viewer: who }, path));
  expect(text.includes('Already have an account? Log in')).toBe(isShown);
  expect(text.includes('account')).toBe(isShown);
  expect(text.includes('Sign out')).toBe(who !== null);
});

test('every page shows first that workspaces cannot be changed, without a close button', async () => {
  const layout = <DefaultLayout>Content</DefaultLayout>;
  expect(textOf(await renderFramed(layout, { viewer }))).not.toContain('technical issues');
  const html = await renderFramed(layout, { viewer, areOperationsDisabled: true });
  const [banner = ''] = html.split('<main');
  expect(textOf(banner)).toContain(`${en.ui.tone.warning}: We have technical issues`);
  expect(banner).not.toContain(`aria-label="${en.ui.close}"`);
});

test.each([
  ['default', <DefaultLayout key="default">Content</DefaultLayout>],
  ['public', <PublicLayout key="public">Content</PublicLayout>],
])('the %s layout links the four legal pages and lets the keyboard skip its header', async (_, layout) => {
  const html = await renderFramed(layout, { viewer });
  for (const page of ['status', 'imprint', 'privacy', 'terms']) {
    expect(html).toContain(`href="https://www.weft.example/${page}"`);
  }
  const target = controlOf(html, en.layout.skipToContent).href?.slice(1);
  expect(attributesOf(html, '<main').id).toBe(target);
});

test('the empty flash region is in the page', async () => {
  expect(await renderFramed(<PageFlash />, { notice: null })).toContain('role="status"');
  const notice = { code: 'signed-out' as const, sentence: 'Logout succeeded' };
  const html = await renderFramed(<PageFlash />, { notice });
  expect(html.match(/role="(status|alert)"/g)).toHaveLength(1);
  expect(textOf(html)).toContain('Logout succeeded');
});

test('the error page links to its own address only if a retry can help', async () => {
  const page = (retryPath?: string) =>
    renderPage(<ErrorPage sentence="Down" {...(retryPath && { retryPath })} />);
  const html = await page('/manage?dialog=cancel');
  expect(html).toContain('href="/manage?dialog=cancel"');
  expect(textOf(html)).toContain(en.layout.tryAgain);
  expect(textOf(await page())).not.toContain(en.layout.tryAgain);
});

test('the error page names the error and links home', async () => {
  const html = await renderPage(<ErrorPage sentence="This page could not be found" reference="req_1" />);
  expect(html).toMatch(/<h1[^>]*>This page could not be found<\/h1>/);
  expect(controlOf(html, en.layout.backHome).href).toBe('/');
  expect(textOf(html)).toContain('req_1');
});

test('the heading of the error page is what happened; what to do follows it', async () => {
  const html = await renderPage(<ErrorPage sentence={en.errors.forbidden} />);
  expect(html).toMatch(
    /<h1[^>]*>Your role doesn’t allow this<\/h1><p[^>]*>Ask an owner of the account\.\s*<\/p>/,
  );
});
