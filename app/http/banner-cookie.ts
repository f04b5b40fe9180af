import type { Viewer } from '#app/domain/access/viewer.ts';
import { bannerClosedCookie } from './cookies.ts';

type BannerViewer = Pick<Viewer, 'session' | 'subscription'>;

/** Identifies the closed banner. It returns with another status, another period's failed payment or another sign-in. */
const idOf = ({ session, subscription }: BannerViewer) =>
  `${subscription?.status}.${subscription?.currentPeriodEndsAt}.${session.id}`;

/** @returns the `Set-Cookie` value that keeps a banner closed until the browser closes. */
export function closeBannerCookie(viewer: BannerViewer, isSecure: boolean): string {
  return bannerClosedCookie.set(idOf(viewer), isSecure);
}

/** @returns whether this browser closed the banner. */
export function isBannerClosed(request: Request, viewer: BannerViewer, isSecure: boolean): boolean {
  return bannerClosedCookie.read(request, isSecure) === idOf(viewer);
}
