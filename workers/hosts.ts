/** Whom a request's host names: the portal, or the workspace of that name. */
export type RequestedHost = { kind: 'portal' } | { kind: 'workspace'; name: string };

/**
 * @param portalHost with its port, where it has one.
 * @returns null for any other host: another name or port, a trailing dot, two labels below the portal's.
 */
export function requestedHost(url: string, portalHost: string): RequestedHost | null {
  const { host } = new URL(url);
  if (host === portalHost) return { kind: 'portal' };
  if (!host.endsWith(`.${portalHost}`)) return null;
  const name = host.slice(0, -portalHost.length - 1);
  return name === '' || name.includes('.') ? null : { kind: 'workspace', name };
}
