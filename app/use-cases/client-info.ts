/** Where a request came from, for throttling and the audit trail. */
export interface ClientInfo {
  /** The client's IP address as the edge saw it. */
  address: string;
  userAgent: string;
}
