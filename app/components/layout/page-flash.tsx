import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { Role } from '#app/domain/access/roles.ts';
import type { BillingStatus } from '#app/domain/billing/subscription.ts';
import type { Analytics } from '#app/domain/flags/consent.ts';
import type { FeatureFlags } from '#app/domain/flags/flags.ts';
import { DEFAULT_TIMEZONE } from '#app/domain/time/calendar.ts';
import type { NoticeCode } from '#app/http/notice-cookie.ts';
import { Flash } from './flash.tsx';

/** What the root's loader gives every page's frame. */
export interface FrameData {
  viewer: { name: string; username: string; email: string; role: Role; hasBilling: boolean } | null;
  notice: NoticeCode | null;
  portalHost: string;
  /** Null while nothing was ever paid for. `cancelsAt` is UTC ms. */
  billing: { status: BillingStatus; cancelsAt: number | null } | null;
  /** Whoever looks has closed the banner about `billing`. */
  isBannerClosed: boolean;
  isTrialing: boolean;
  flags: FeatureFlags;
  /** Where and whether pages are counted; null where that is not configured. */
  analytics: Analytics | null;
  /** Which zone instants are written in, and whether it is known to be the reader's own. */
  timezone: { zone: string; isReaders: boolean };
  locale: 'en';
  /** Nothing can be changed on any workspace for the time being (spec §2, "Banners"). */
  areOperationsDisabled: boolean;
}

/** What the frame knows on an error page. */
const nobody: FrameData = {
  viewer: null,
  notice: null,
  portalHost: '',
  billing: null,
  isBannerClosed: false,
  isTrialing: false,
  flags: {},
  analytics: null,
  timezone: { zone: DEFAULT_TIMEZONE, isReaders: false },
  locale: 'en',
  areOperationsDisabled: false,
};

/** @returns the frame's data; empty on an error page, whose root loader may have failed. */
export function useFrame(): FrameData {
  return useRouteLoaderData<FrameData>('root') ?? nobody;
}

/** Which visit each frame was loaded for: the frame outlives it when a person goes on to another page. */
const visitOf = new WeakMap<FrameData, string>();

/** @returns the notice that a redirect left for this page; null on the pages after it. */
export function useNotice(): NoticeCode | null {
  const frame = useFrame();
  const { key } = useLocation();
  if (!visitOf.has(frame)) visitOf.set(frame, key);
  return visitOf.get(frame) === key ? frame.notice : null;
}

/** How the notices look that tell of no success. */
const tones: Partial<Record<NoticeCode, 'warning' | 'danger'>> = {
  'session-expired': 'warning',
  'confirmed-elsewhere': 'warning',
  'template-later': 'warning',
  'update-payment-first': 'warning',
  'resubscribe-first': 'warning',
  'code-failed': 'danger',
};

/** What just happened, told once. */
export function PageFlash() {
  const { t } = useTranslation();
  const notice = useNotice();
  return <Flash message={notice && t(`notices.${notice}`)} tone={(notice && tones[notice]) ?? 'success'} />;
}
