/** The header of a page's own requests that names its viewer, as `pageViewerOf` does. */
export const PAGE_VIEWER = 'X-Page-Viewer';

/** The header of a page's request for newer data of what it shows. */
export const PAGE_RELOAD = 'X-Page-Reload';

/** @returns the person and the account that a page shows. */
export function pageViewerOf(username: string, accountId: string): string {
  return `${username} ${accountId}`;
}
