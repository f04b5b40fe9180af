/** For an answer about a person or a session: no cache keeps it. */
export const noStoreHeaders = { 'Cache-Control': 'no-store' };
