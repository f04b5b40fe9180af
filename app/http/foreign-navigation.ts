/**
 * By the browser's own word (https://www.w3.org/TR/fetch-metadata/): a page of another site had it send this request, or
 * led it here. A workspace's page is such a site, whether browsers call it `same-site` or not. A typed address, a
 * bookmark and a mail say `none`; a script's request says nothing.
 *
 * @returns whether reading this address was another site's idea.
 */
export function isFromAnotherSite(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  return site === 'cross-site' || site === 'same-site';
}
