import { json, type LinksFunction, type MetaFunction } from '@remix-run/cloudflare';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useRouteError,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPage } from './components/layout/error-page.tsx';
import { type ErrorCode, errorCatalogue } from './domain/errors/catalogue.ts';
import { isTrial } from './domain/plan/plan.ts';
import { anyone } from './http/admission.ts';
import { isBannerClosed } from './http/banner-cookie.ts';
import { page } from './http/handlers.ts';
import { useNonce } from './http/nonce.ts';
import { clearedNoticeCookie, readNotice } from './http/notice-cookie.ts';
import { i18n } from './i18n/i18n.ts';
import stylesheet from './styles/app.css?url';
import font from './styles/fonts/hanken-grotesk.woff2?url';

export const links: LinksFunction = () => [
  // Without it the first visit is drawn in the system's font and jumps.
  { rel: 'preload', as: 'font', type: 'font/woff2', href: font, crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

export const meta: MetaFunction = () => [{ title: i18n.t('layout.brand') }];

/** What every page's frame shows: who is signed in, and what just happened. */
export const loader = page(anyone, async ({ request, context }) => {
  const state = await context.viewer();
  const notice = readNotice(request, context.portal.isSecure);
  const viewer = state.kind === 'signed-in' ? state.viewer : null;
  const subscription = viewer?.subscription ?? null;
  return json(
    {
      viewer: viewer && {
        name: viewer.user.name,
        email: viewer.user.email,
        role: viewer.role,
        hasBilling: viewer.subscription !== null,
      },
      notice,
      portalHost: context.portal.host,
      billing: subscription && { status: subscription.status, cancelsAt: subscription.cancelsAt },
      isBannerClosed:
        viewer !== null &&
        subscription !== null &&
        isBannerClosed(
          request,
          { status: subscription.status, sessionId: viewer.session.id },
          context.portal.isSecure,
        ),
      isTrialing: viewer !== null && subscription === null && isTrial(viewer.plan),
    },
    notice ? { headers: { 'Set-Cookie': clearedNoticeCookie(context.portal.isSecure) } } : {},
  );
});

/** Between pages the frame stays as it is; only an action can change who is signed in or leave a notice. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod }) =>
  formMethod !== undefined && formMethod !== 'GET';

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** Whatever no page answered for: an address that does not exist, a refusal, a failure of ours. */
export function ErrorBoundary() {
  const { t } = useTranslation();
  const error = useRouteError();
  const code = isRouteErrorResponse(error) ? codeOf(error.status, error.data) : 'internal';
  return (
    <ErrorPage
      title={t(`errors.${code}`)}
      reference={isRouteErrorResponse(error) ? undefined : referenceOf(error)}
      homeLabel={t('layout.backHome')}
    />
  );
}

/** Our own refusals carry their code; Remix's have a status alone. */
function codeOf(status: number, data: unknown): ErrorCode {
  if (typeof data === 'string' && data in errorCatalogue) return data as ErrorCode;
  if (status === 404) return 'not_found';
  if (status === 405) return 'method_not_allowed';
  return 'internal';
}

/** In production Remix hides an error's message from the page; the composition puts the request's name in its place. */
function referenceOf(error: unknown): string | undefined {
  return error instanceof Error ? error.message.match(/^req_[A-Za-z0-9_-]+$/)?.[0] : undefined;
}
