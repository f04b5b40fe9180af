/**
 * @returns whether a page of another site caused this request, by Fetch Metadata
 *   (https://www.w3.org/TR/fetch-metadata/). Workspaces count as other sites, also where browsers say `same-site`; a
 *   typed address sends `none`, a program nothing.
 */
export function isFromAnotherSite(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  return site === 'cross-site' || site === 'same-site';
}
