/**
 * The person has to confirm their identity first. Not an `AppError`, which forms answer: it always
 * reaches the page's or call's wrapper.
 */
export class AccessUnconfirmed extends Error {
  override readonly name = 'AccessUnconfirmed';
}
