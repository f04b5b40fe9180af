/** The one cluster of the sandbox, as wrangler.toml lists it, at this stack's own address. */
export function sandboxCluster(sandboxUrl: string) {
  return {
    id: 'local',
    region: 'eu',
    apiUrl: sandboxUrl,
    namespace: 'weft-workspaces',
    ingressUrl: `${sandboxUrl}/ingress/{service}`,
    capacityMib: 196_608,
  };
}
