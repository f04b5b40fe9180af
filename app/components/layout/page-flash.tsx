import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { useState } from 'react';
import type { Role } from '#app/domain/access/roles.ts';
import type { AccountOption } from '#app/domain/access/viewer.ts';
import type { Theme } from '#app/domain/account/theme.ts';
import type { BillingStatus } from '#app/domain/billing/subscription.ts';
import type { KeptForm } from '#app/domain/errors/failed-form.ts';
import type { AnalyticsSettings } from '#app/domain/flags/consent.ts';
import type { FeatureFlags } from '#app/domain/flags/flags.ts';
import { DEFAULT_TIMEZONE } from '#app/domain/time/calendar.ts';
import type { NoticeCode } from '#app/http/notice-cookie.ts';
import { Notice } from '../ui/notice.tsx';

/** The signed-in person, as every page's frame shows them. */
export interface FrameViewer {
  name: string;
  username: string;
  email: string;
  role: Role;
  hasBilling: boolean;
}

/** The root loader's data for every page's frame. */
export interface FrameData {
  viewer: FrameViewer | null;
  /** Accounts that the viewer can switch between. */
  accounts?: { currentId: string | null; options: readonly AccountOption[] };
  /** `pageViewerOf` the viewer; null for a visitor. */
  pageViewer?: string | null;
  theme?: Theme;
  notice: { code: NoticeCode; sentence: string } | null;
  /** The page's form that its person could not post before they confirmed their identity. */
  keptForm?: KeptForm;
  portalHost: string;
  /** The portal's origin; empty on an error page. */
  portalUrl: string;
  /** Null before the first payment. `cancelsAt` is UTC ms. */
  billing: { status: BillingStatus; cancelsAt: number | null } | null;
  /** Whether the viewer closed the banner about `billing`. */
  isBannerClosed: boolean;
  /** Id of the usage warning that this browser closed last. */
  closedUsageWarning: string | null;
  /** The current month, `YYYY-MM`, UTC. */
  month: string;
  isTrialing: boolean;
  flags: FeatureFlags;
  /** Analytics and the consent to it; null when not configured. */
  analytics: AnalyticsSettings | null;
  /** The zone of the page's times, and whether it is the reader's own. */
  timezone: { zone: string; isReaders: boolean };
  locale: 'en';
  /** No workspace can be changed for now (spec §2, "Banners"). */
  areOperationsDisabled: boolean;
}

/** The frame of an error page. */
const nobody: FrameData = {
  viewer: null,
  notice: null,
  portalHost: '',
  portalUrl: '',
  billing: null,
  isBannerClosed: false,
  closedUsageWarning: null,
  month: '',
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

/** The visit that each frame was loaded for. The frame stays when the person opens another page. */
const visitOf = new WeakMap<FrameData, string>();

/** @returns the notice that a redirect set for this page; null on later pages. */
export function useNotice(): FrameData['notice'] {
  return useFrameOfVisit()?.notice ?? null;
}

/** @returns the frame on the visit that loaded it; null on later ones. */
export function useFrameOfVisit(): FrameData | null {
  const frame = useFrame();
  const { key } = useLocation();
  if (!visitOf.has(frame)) visitOf.set(frame, key);
  return visitOf.get(frame) === key ? frame : null;
}

/** Tones of the notices about anything but a success. */
const tones: Partial<Record<NoticeCode, 'warning' | 'danger'>> = {
  'session-expired': 'warning',
  'confirmed-elsewhere': 'warning',
  'template-later': 'warning',
  'template-unknown': 'warning',
  'update-payment-first': 'warning',
  'resubscribe-first': 'warning',
  'nobody-invited': 'warning',
  'role-unchanged': 'warning',
  'code-failed': 'danger',
};

/**
 * The page's notice about the last action, shown once and closable. The empty region stays: screen readers announce only
 * changes inside a region they know.
 */
export function PageFlash() {
  const notice = useNotice();
  const [closed, setClosed] = useState<string | null>(null);
  return (
    <div className="layout__flash" role="status">
      {notice && notice.sentence !== closed && (
        <Notice tone={tones[notice.code] ?? 'success'} role="none" onClose={() => setClosed(notice.sentence)}>
          {notice.sentence}
        </Notice>
      )}
    </div>
  );
}
