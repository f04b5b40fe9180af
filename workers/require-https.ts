import { AppError } from '#app/domain/errors/app-error.ts';
import { isApiPath } from '#app/http/canonical-path.ts';
import { errorResponse } from '#app/http/error-response.ts';
import { acceptsHtml } from '#app/http/request-kind.ts';

/**
 * Redirects a page over plain HTTP, and refuses a call, since a client that sent its token unencrypted must notice (ASVS
 * 5.0, 4.1.2).
 * @returns null for a request by https.
 */
export function redirectToHttps(request: Request): Response | null {
  const url = new URL(request.url);
  if (url.protocol === 'https:') return null;
  const isPage = request.method === 'GET' && acceptsHtml(request) && !isApiPath(url.pathname);
  if (!isPage) return errorResponse(new AppError('https_required'));
  url.protocol = 'https:';
  return new Response(null, { status: 308, headers: { Location: url.href } });
}
