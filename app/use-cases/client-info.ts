/** Where a request came from, for throttling and the audit trail. */
export interface ClientInfo {
  /** The client's IP address as the edge saw it. */
  address: string;
  userAgent: string;
  /** Which clusters' region is nearest; null when the edge does not know where the client is. */
  region: string | null;
}
