/**
 * The signed-in person has to confirm their identity first. Not an `AppError`, which forms answer themselves: this one
 * always reaches the wrapper of the page or the API call.
 */
export class AccessUnconfirmed extends Error {
  override readonly name = 'AccessUnconfirmed';
  /** The input of the form that it interrupts, without its secrets; null unless the form was parsed. */
  input: Record<string, unknown> | null = null;
}
