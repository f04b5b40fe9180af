import { readCookie } from './cookies.ts';

function cookieName(isSecure: boolean): string {
  return isSecure ? '__Host-banner-closed' : 'banner-closed';
}

/** What a person closed: this banner in this session of theirs; another status or another sign-in shows it again. */
interface Closed {
  status: string;
  sessionId: string;
}

/** @returns the `Set-Cookie` value that keeps a banner closed until the browser is. */
export function closedBannerCookie({ status, sessionId }: Closed, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${cookieName(isSecure)}=${status}.${sessionId}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** @returns whether this browser has closed it. */
export function isBannerClosed(request: Request, { status, sessionId }: Closed, isSecure: boolean): boolean {
  return readCookie(request.headers.get('Cookie'), cookieName(isSecure)) === `${status}.${sessionId}`;
}
