import { templateIdIn, withTemplateId } from '#app/domain/flags/kept-template.ts';
import { safeReturnPath } from '#app/domain/paths.ts';
import { urlOf } from './url-of.ts';

/** @returns a page's address with the request's address as its return path. */
export function withReturnPath(path: string, request: Request): string {
  const { pathname, search } = urlOf(request);
  return `${path}?${new URLSearchParams({ returnPath: pathname + search })}`;
}

/** @returns the path after /login: the return path, or the dashboard with the requested template. */
export function pathAfterSignIn({ search, searchParams }: ReturnType<typeof urlOf>): string {
  const returnPath = searchParams.get('returnPath');
  const path = safeReturnPath(returnPath);
  return returnPath ? path : withTemplateId(path, templateIdIn(search));
}
