import { AppError } from '#app/domain/errors/app-error.ts';
import { errorResponse } from '#app/http/error-response.ts';

/**
 * What was asked in the clear, where the portal is on https. A page leads there; a call is refused, since a client that
 * sent its token once in the clear must not find that it works (ASVS 5.0, 4.1.2).
 *
 * @returns null for a request by https.
 */
export function redirectToHttps(request: Request): Response | null {
  const url = new URL(request.url);
  if (url.protocol === 'https:') return null;
  // A person's browser says that it wants a page; a webhook's sender does not.
  const wantsPage = request.headers.get('Accept')?.includes('text/html') ?? false;
  const isPage = request.method === 'GET' && wantsPage && !url.pathname.startsWith('/api/');
  if (!isPage) return errorResponse(new AppError('https_required'));
  url.protocol = 'https:';
  return new Response(null, { status: 308, headers: { Location: url.href } });
}
