/** The header of a page's own requests that names its viewer, as `pageViewerOf` does. */
export const PAGE_VIEWER = 'X-Page-Viewer';

/** @returns the person and the account that a page shows. */
export function pageViewerOf(username: string, accountId: string): string {
  return `${username} ${accountId}`;
}
