/** Between facts on one line; when they wrap, the next line does not start with it. */
export const SEPARATOR = '\u00A0· ';
