import { bannerCookie } from './cookies.ts';

/** What a person closed: this banner in this session of theirs; another status or another sign-in shows it again. */
interface Closed {
  status: string;
  sessionId: string;
}

/** @returns the `Set-Cookie` value that keeps a banner closed until the browser is. */
export function closedBannerCookie({ status, sessionId }: Closed, isSecure: boolean): string {
  return bannerCookie.set(`${status}.${sessionId}`, isSecure);
}

/** @returns whether this browser has closed it. */
export function isBannerClosed(request: Request, { status, sessionId }: Closed, isSecure: boolean): boolean {
  return bannerCookie.read(request, isSecure) === `${status}.${sessionId}`;
}
