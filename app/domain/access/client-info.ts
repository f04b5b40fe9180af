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
  /** What the browser's device cookie holds, to look up and never to keep: anybody can send any value. */
  deviceToken: string;
  /** What the browser is known by once somebody signs in with this request. */
  newDeviceToken: string;
}
