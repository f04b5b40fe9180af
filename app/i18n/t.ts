import { createTranslate } from './translate.ts';
import { findWords, onMissingWords } from './words.ts';

/** The words of screens, mails and the API, the same on the server and in the browser. English is the only language (spec §1). */
export const t = createTranslate(findWords, onMissingWords);
