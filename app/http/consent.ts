import { type AnalyticsSettings, type ConsentChoice, consentOf } from '#app/domain/flags/consent.ts';
import type { FeatureFlags } from '#app/domain/flags/flags.ts';
import { consentCookie } from './cookies.ts';
import type { RequestContext } from './load-context.ts';

/** @returns the choice in a form's field or the cookie; null for any other value. */
export function readChoice(value: unknown): ConsentChoice | null {
  return value === 'granted' || value === 'denied' ? value : null;
}

/** @returns the analytics of this request's page; null when not configured or off for this account. */
export function analyticsOf(
  request: Request,
  { analytics, portal }: Pick<RequestContext, 'analytics' | 'portal'>,
  flags: FeatureFlags,
): AnalyticsSettings | null {
  if (analytics.url === null && analytics.tagManagerUrl === null) return null;
  if (flags.page_analytics !== true) return null;
  const { headers } = request;
  const choice = readChoice(consentCookie.read(request, portal.isSecure));
  const signals = { gpc: headers.get('Sec-GPC'), dnt: headers.get('DNT') };
  return { ...analytics, consent: consentOf(choice, signals) };
}
