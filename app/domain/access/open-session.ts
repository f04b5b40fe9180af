/** An active session, as its person sees it on the account page. */
export interface OpenSession {
  id: string;
  /** The `User-Agent` of the sign-in. */
  userAgent: string;
  /** Where the sign-in came from, such as `Berlin, DE`; null when the edge did not know. */
  place: string | null;
  address: string;
  createdAt: number;
  lastSeenAt: number;
  /** Whether the request came with this session. */
  isCurrent: boolean;
}
