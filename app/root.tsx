import { json, type LinksFunction, type MetaFunction } from '@remix-run/cloudflare';
import {
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useLocation,
  useRouteError,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { splitHeadline } from '#app/i18n/headline.ts';
import { t } from '#app/i18n/t.ts';
import { Analytics } from './components/analytics/analytics.tsx';
import { useBrowserMemory } from './components/analytics/browser-memory.ts';
import { SocialCard } from './components/brand/social-card.tsx';
import { keepAfterFailure } from './components/form/keep-after-failure.ts';
import { useForgetPosted } from './components/form/use-forget-posted.ts';
import { ChunkFailure, chunkGuard } from './components/layout/chunk-guard.ts';
import { ErrorPage } from './components/layout/error-page.tsx';
import { NavigationFocus } from './components/layout/navigation-focus.tsx';
import { type FrameData, useFrame } from './components/layout/page-flash.tsx';
import { PageScripts } from './components/layout/page-scripts.tsx';
import { pageViewerOf } from './domain/access/page-viewer.ts';
import { themeOf } from './domain/account/theme.ts';
import { timeframeOf } from './domain/instance/usage.ts';
import { pick } from './domain/pick.ts';
import { isTrial } from './domain/plan/plan.ts';
import { anyone } from './http/admission.ts';
import { isBannerClosed } from './http/banner-cookie.ts';
import { analyticsOf } from './http/consent.ts';
import {
  keptFormCookie,
  localeCookie,
  noticeCookie,
  themeCookie,
  usageWarningClosedCookie,
} from './http/cookies.ts';
import type { PageFailure } from './http/error-response.ts';
import { readFlags } from './http/flags.ts';
import { page } from './http/handlers.ts';
import { readKeptForm } from './http/kept-form.ts';
import { DEFAULT_LOCALE, readLocale } from './http/locale.ts';
import { useNonce } from './http/nonce.ts';
import { readNotice } from './http/notice-cookie.ts';
import { pageTimezone } from './http/timezone.ts';
import stylesheet from './styles/app.css?url';
import font from './styles/fonts/hanken-grotesk.woff2?url';

export const links: LinksFunction = () => [
  // Without it the first visit is rendered in the system's font, and shifts when this one arrives.
  { rel: 'preload', as: 'font', type: 'font/woff2', href: font, crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

/** The title of an error page: what happened. */
export const meta: MetaFunction = ({ error }) => {
  const { error: sentence } = failureOf(error);
  const brand = t('layout.brand');
  return [{ title: sentence === undefined ? brand : `${splitHeadline(sentence)[0]} – ${brand}` }];
};

/** Loads the frame of every page: the viewer, notices and flags. */
export const loader = page(anyone, async ({ request, context }) => {
  const state = await context.viewer();
  const { isSecure } = context.portal;
  const notice = readNotice(request, isSecure);
  const locale = readLocale(request, isSecure);
  const viewer = state.kind === 'signed-in' ? state.viewer : null;
  const pageViewer = viewer && pageViewerOf(viewer.user.username, viewer.account.id);
  const keptForm = readKeptForm(request, pageViewer, isSecure);
  const subscription = viewer?.subscription ?? null;
  const flags = await readFlags(context);
  return json(
    {
      viewer: viewer && {
        ...pick(viewer.user, 'name', 'username', 'email'),
        role: viewer.role,
        hasBilling: subscription !== null,
      },
      accounts: { currentId: viewer?.account.id ?? null, options: viewer?.accounts ?? [] },
      pageViewer,
      theme: themeOf(themeCookie.read(request, isSecure)),
      notice: notice && { code: notice, sentence: t(`notices.${notice}`) },
      ...(keptForm && { keptForm }),
      portalHost: context.portal.host,
      portalUrl: context.portal.url,
      billing: subscription && { status: subscription.status, cancelsAt: subscription.cancelsAt },
      isBannerClosed: viewer !== null && isBannerClosed(request, viewer, isSecure),
      closedUsageWarning: usageWarningClosedCookie.read(request, isSecure),
      month: timeframeOf(context.services.clock.now()),
      isTrialing: viewer !== null && subscription === null && isTrial(viewer.plan),
      flags,
      analytics: analyticsOf(request, context, flags),
      timezone: pageTimezone(request, isSecure, viewer?.account.timezone ?? null),
      locale: locale ?? DEFAULT_LOCALE,
      areOperationsDisabled: context.areOperationsDisabled,
    } satisfies FrameData,
    {
      headers: [
        ...(notice ? [['Set-Cookie', noticeCookie.clear(isSecure)] as [string, string]] : []),
        ...(keptForm ? [['Set-Cookie', keptFormCookie.clear(isSecure)] as [string, string]] : []),
        ...(locale ? [] : [['Set-Cookie', localeCookie.set(DEFAULT_LOCALE, isSecure)] as [string, string]]),
      ],
    },
  );
});

/** Between pages the frame stays unchanged; only an action can change the viewer or leave a notice. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.formMethod !== undefined && change.formMethod !== 'GET' && keepAfterFailure(change);

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const { locale, viewer, theme, portalUrl } = useFrame();
  return (
    // The account menu changes the theme on the element itself, before the next frame.
    <html lang={locale} data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script
          nonce={nonce}
          // The browser hides the nonce from scripts, so React sees a different value.
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, which has to run before all modules.
          dangerouslySetInnerHTML={{ __html: chunkGuard }}
        />
        <Meta />
        {viewer === null && portalUrl !== '' && <SocialCard portalUrl={portalUrl} />}
        <Links />
      </head>
      <body>
        {children}
        <Analytics />
        <NavigationFocus />
        <ScrollRestoration nonce={nonce} />
        <PageScripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  useBrowserMemory();
  useForgetPosted();
  return <Outlet />;
}

/** Shows unknown addresses, refusals and failures that no page handled. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const { error: sentence, reference, canReopen } = failureOf(error);
  return (
    <ErrorPage
      sentence={sentence ?? t(error instanceof ChunkFailure ? 'layout.pageNotLoaded' : 'errors.internal')}
      retryPath={canReopen && pathname + search}
      reference={reference}
    />
  );
}

/** @returns what `errorForPage` answered; nothing of any other error, such as a broken connection. */
function failureOf(error: unknown): Partial<PageFailure> {
  return (error as { data?: Partial<PageFailure> } | null)?.data ?? {};
}
