import { createTranslate } from './translate.ts';
import { findWords, onMissingWords } from './words.ts';

/** The words of screens, the same on the server and in the browser. Mails and the API have i18next itself (`i18n.ts`). */
export const t = createTranslate(findWords, onMissingWords);
