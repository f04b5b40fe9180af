/**
 * The signed-in person has to confirm their identity first. Not an `AppError`, which forms answer themselves: this one
 * always reaches the wrapper of the page or the API call.
 */
export class AccessUnconfirmed extends Error {
  override readonly name = 'AccessUnconfirmed';
}
