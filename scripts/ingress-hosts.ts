/**
 * Checks that no one but the Worker reaches a cluster's ingress. Below the portal's host, everyone's request meets the Worker's
 * route, which answers 421 for a host of two or more labels below it, and takes one label for a workspace's name. Only the Worker's
 * own request goes on to the ingress, since a Worker's request to its own zone skips routes. Cloudflare forwards requests for a host of
 * another zone from anyone: past the gateway, with any `X-Forwarded-` header, and to the Services of closed workspaces and of copies.
 *
 * @param portalHost without a port.
 * @throws Error naming each cluster whose ingress is elsewhere.
 */
export function refuseOpenIngresses(
  portalHost: string,
  clusters: ReadonlyArray<{ id: string; ingressUrlTemplate: string }>,
): void {
  const open = clusters.filter(({ ingressUrlTemplate }) => {
    const { hostname } = new URL(ingressUrlTemplate.replace('{service}', 'ws-name'));
    return !hostname.endsWith(`.${portalHost}`) || !hostname.slice(0, -portalHost.length - 1).includes('.');
  });
  if (open.length === 0) return;
  const lines = open.map(
    ({ id }) => `  CLUSTERS.${id}: its ingressUrl is not two or more labels below ${portalHost}`,
  );
  throw new Error(
    `Only the Worker may reach an ingress, at a host that no workspace has (docs/cluster.md):\n${lines.join('\n')}`,
  );
}
