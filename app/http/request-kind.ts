/** @returns whether a request asks for a document: a person's browser does, a program such as a webhook's sender does not. */
export function acceptsHtml({ headers }: Pick<Request, 'headers'>): boolean {
  return headers.get('Accept')?.includes('text/html') === true;
}

/** @returns whether the request's method changes nothing (RFC 9110, 9.2.1). */
export function hasSafeMethod({ method }: Pick<Request, 'method'>): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}
