/** Database round trips and object calls. */
type Calls = readonly [roundTrips: number, objectCalls: number];

/**
 * Limits of counted (not timed) figures, checked by `npm test`: a ratchet. Lower a limit when the product improves; raise
 * one only with its reason in docs/decisions. `npm run bench` measures the timed figures.
 */
export const limits = {
  /** JavaScript of a first visit by the page's id, kB of 1,000 bytes, gzip; goals: 105 for /login, 115 for any page. */
  scriptKb: { 'routes/login': 96.8 } as Readonly<Record<string, number>>,
  /** The same for every other page. */
  largestScriptKb: 110.1,
  /** Files of JavaScript of any page's first visit, with the manifest. */
  scriptFiles: 16,
  /** The Worker's modules, kB of 1,000 bytes, gzip; goal 410. */
  workerKb: 408.2,
  /** The cost of a page outside the Worker: for a visitor, and for an owner whose workspace is Online. Goal [1, 1]. */
  visitorCalls: {
    '/login': [0, 0],
    '/register': [0, 0],
    '/magic-link': [0, 0],
    '/forgot-password': [0, 0],
    '/api/docs': [0, 0],
    '/no-such-page': [0, 0],
  } as Readonly<Record<string, Calls>>,
  ownerCalls: {
    '/dashboard': [1, 1],
    '/help': [1, 0],
    '/invite-teammate': [1, 0],
    '/manage': [1, 1],
    '/manage/status': [1, 1],
    '/manage/usage': [1, 1],
    '/manage/webhooks': [1, 1],
    '/manage/export': [1, 1],
    '/manage/billing': [1, 1],
    '/account': [1, 0],
    '/account/security': [1, 0],
    '/account/members': [1, 0],
    '/account/activity': [1, 0],
    '/account/tokens': [1, 0],
    '/account/change-plan': [1, 1],
    '/api/instance': [1, 1],
    '/api/auth/me': [1, 1],
  } as Readonly<Record<string, Calls>>,
  /** Requests of a second visit in the same browser that its cache does not answer; goal 3. */
  repeatRequests: { '/login': 3, '/dashboard': 3, '/manage': 3 } as Readonly<Record<string, number>>,
};
