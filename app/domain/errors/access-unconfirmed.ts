/**
 * The signed-in person has to confirm that it is them before they go on. Apart from `AppError`, which forms answer
 * themselves: this is a demand and no refusal, and always reaches the page's or the call's wrapper.
 */
export class AccessUnconfirmed extends Error {
  constructor() {
    super('access_unconfirmed');
    this.name = 'AccessUnconfirmed';
  }
}
