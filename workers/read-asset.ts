/**
 * Reads a file of the browser's build by its path, with a leading slash.
 * @throws Error if it is missing or unreadable.
 */
export async function readAsset(assets: Fetcher, path: string): Promise<string> {
  // The binding ignores the host.
  const file = await assets.fetch(new URL(path, 'https://assets.invalid'));
  if (!file.ok) throw new Error(`The build has no file ${path}: ${file.status}`);
  return await file.text();
}
