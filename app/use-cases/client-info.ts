/** Where a request came from, for throttling and the audit trail. */
export interface ClientInfo {
  /** The client's IP address as the edge saw it. */
  address: string;
  /** What limits count: the address, or the network that an IPv6 address's caller has (`app/domain/access/network.ts`). */
  network: string;
  /** Where that is, such as `Berlin, DE`; null when the edge does not know. */
  place: string | null;
  userAgent: string;
  /** Which clusters' region is nearest; null when the edge does not know where the client is. */
  region: string | null;
  /** The browser's device cookie; a fresh one when it has none, which becomes known when somebody signs in. */
  deviceToken: string;
}
