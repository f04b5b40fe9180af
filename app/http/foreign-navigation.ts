/**
 * @returns whether a page of another site, such as a workspace's, caused this request: a typed address sends `none`, a
 *   program nothing (https://www.w3.org/TR/fetch-metadata/).
 */
export function isFromAnotherSite(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  return site === 'cross-site' || site === 'same-site';
}
