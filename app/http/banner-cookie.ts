import { bannerClosedCookie } from './cookies.ts';

/** The closed banner. Another status or another sign-in shows it again. */
interface Closed {
  status: string;
  sessionId: string;
}

/** @returns the `Set-Cookie` value that keeps a banner closed until the browser closes. */
export function closeBannerCookie({ status, sessionId }: Closed, isSecure: boolean): string {
  return bannerClosedCookie.set(`${status}.${sessionId}`, isSecure);
}

/** @returns whether this browser closed the banner. */
export function isBannerClosed(request: Request, { status, sessionId }: Closed, isSecure: boolean): boolean {
  return bannerClosedCookie.read(request, isSecure) === `${status}.${sessionId}`;
}
