/** For an answer about a person or a session: no cache stores it. */
export const noStoreHeaders = { 'Cache-Control': 'no-store' };
