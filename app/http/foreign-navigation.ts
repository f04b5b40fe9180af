/**
 * Reads Fetch Metadata (https://www.w3.org/TR/fetch-metadata/). Pages of a workspace count as another site, even
 * where browsers call them `same-site`. A typed address, a bookmark and a mail send `none`; scripts may omit the
 * header.
 *
 * @returns whether a page of another site caused this request.
 */
export function isFromAnotherSite(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  return site === 'cross-site' || site === 'same-site';
}
