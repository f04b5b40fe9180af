/** @param input the first argument of a call of `fetch`. @returns the address that the call requests. */
export function addressOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input);
}
