/** The field of a page's forms that holds the id of the account which the page shows. */
export const PAGE_ACCOUNT = 'pageAccountId';
