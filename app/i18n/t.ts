import { createTranslate } from './translate.ts';
import { findWords, onMissingWords } from './words.ts';

/** The words of screens, mails and the API, the same on the server and in the browser. English is the only language (spec §1). */
export const t = createTranslate(findWords, onMissingWords);

/** Between facts on one line; when they wrap, the next line does not start with it. */
export const SEPARATOR = '\u00A0· ';
