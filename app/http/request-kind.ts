/** @returns whether a request asks for a document: browsers do; programs such as webhook senders do not. */
export function acceptsHtml({ headers }: Pick<Request, 'headers'>): boolean {
  return headers.get('Accept')?.includes('text/html') === true;
}

/**
 * @returns whether a browser shows the answer as a page: not for a script or a WebSocket. A program, which declares
 *   nothing, counts as a browser.
 */
export function loadsDocument({ headers }: Pick<Request, 'headers'>): boolean {
  return (headers.get('Sec-Fetch-Dest') ?? 'document') === 'document' && !headers.has('Upgrade');
}

/** @returns whether the request's method changes nothing (RFC 9110, 9.2.1). */
export function hasSafeMethod({ method }: Pick<Request, 'method'>): boolean {
  return ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method);
}
