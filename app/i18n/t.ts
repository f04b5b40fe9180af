import { createTranslate } from './translate.ts';
import { findWords } from './words.ts';

/** The words of screens, the same on the server and in the browser. Mails and the API have i18next itself (`i18n.ts`). */
export const t = createTranslate(findWords, (key) => {
  // The browser tests fail on any error of the console.
  console.error(`There are no words for ${key}.`);
});
