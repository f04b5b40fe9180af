/** The origin of a request, for throttling and the audit trail. */
export interface ClientInfo {
  /** The client's IP address as the edge saw it. */
  address: string;
  /** The key of rate limits: the IPv4 address, or the /64 network of an IPv6 address (`network.ts`). */
  network: string;
  /** Location of the address, such as `Berlin, DE`; null when the edge does not know. */
  place: string | null;
  userAgent: string;
  /** The nearest region of clusters; null when the edge does not know where the client is. */
  region: string | null;
  /** Value of the browser's device cookie. Only for look-ups, never stored: a client can send any value. */
  deviceToken: string;
  /** The device token that the browser gets when this request signs a person in. */
  newDeviceToken: string;
}
