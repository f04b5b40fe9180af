/** @returns what an operator reads of an event that names an account, and comes from no checkout that it began. */
export function foreignEvent(eventId: string): Error {
  return new Error(`${eventId} was not applied: no checkout of ours and no known subscription is behind it.`);
}
