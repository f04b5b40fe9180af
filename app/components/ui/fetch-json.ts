/**
 * Asks the portal for a part of an open page. It follows no redirect: one leads home once the session is over, and home would
 * show its notice to this request instead of the person.
 *
 * @returns the answer's JSON.
 * @throws when the portal does not answer, redirects, or answers with an error.
 */
export async function fetchJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, { redirect: 'manual', signal: signal ?? null });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}
