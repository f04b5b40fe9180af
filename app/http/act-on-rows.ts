import { json, redirect } from '@remix-run/cloudflare';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { RequestContext } from './load-context.ts';
import { type NoticeCode, noticeCookie } from './notice-cookie.ts';

/** What a small form of a list gets back when it was refused. */
export interface RowRefusal {
  failure: ErrorCode;
}

/** Does what a small form asks for. @returns the same page with its notice, or with why it was refused. */
export async function actOnRow(
  context: RequestContext,
  path: string,
  notice: NoticeCode,
  act: () => Promise<void>,
): Promise<Response> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.status >= 500) context.reportError(error);
    return json<RowRefusal>({ failure: error.code }, { status: error.status });
  }
  context.deliverSoon();
  return redirect(path, { headers: { 'Set-Cookie': noticeCookie(notice, context.portal.isSecure) } });
}
