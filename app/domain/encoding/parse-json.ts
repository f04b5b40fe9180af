/** @returns the value of a JSON text; undefined for a text that is not JSON. */
export function parseOptionalJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
