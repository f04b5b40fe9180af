/** @returns the address of a workspace: one label before the portal's host (design §4, "Hosts"). */
export function workspaceUrl(portal: { host: string; isSecure: boolean }, name: string): string {
  return `${portal.isSecure ? 'https' : 'http'}://${name}.${portal.host}`;
}
