/** An active session, as its person sees it on the account page. */
export interface OpenSession {
  id: string;
  /** The `User-Agent` of the sign-in. */
  userAgent: string;
  /** Location of the sign-in, such as `Berlin, DE`; null when the edge did not know it. */
  place: string | null;
  address: string;
  createdAt: number;
  lastSeenAt: number;
  /** Whether the request came with this session. */
  isCurrent: boolean;
}
