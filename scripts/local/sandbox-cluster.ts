/** The only cluster of the sandbox, as wrangler.toml lists it, at the address of this stack. */
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
