const accented: Record<string, string> = Object.fromEntries(
  [
    ...'aáAÁbƀBɃcçCÇdđDĐeéEÉfƒFƑgğGĞhĥHĤiíIÍjĵJĴkķKĶlĺLĹmɱMḾnñNÑoóOÓpƥPƤqʠQɊrŕRŔsšSŠtťTŤuúUÚvʋVƲwŵWŴxẋXẊyýYÝzžZŽ',
  ]
    .map((letter, index, letters) => [letter, letters[index + 1] ?? ''])
    .filter((_, index) => index % 2 === 0),
);

/** The parts of a sentence that are not words: `{{name}}`, `<b>` and `</b>`, `&amp;`. */
const MARKUP = /(\{\{[^}]*\}\}|<[^>]*>|&\w+;)/;

/** @returns the sentence in non-English letters and brackets, so that any untranslated sentence is visible. */
export function pseudoText(text: string): string {
  const letters = text
    .split(MARKUP)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/[a-z]/gi, (letter) => accented[letter] ?? letter),
    )
    .join('');
  return text === '' ? '' : `[!!! ${letters} !!!]`;
}

/** @returns the translations with every sentence rewritten. Self-contained, so that `String(pseudo)` works elsewhere. */
export function pseudo<Words>(words: Words): Words {
  if (typeof words === 'string') return pseudoText(words) as Words;
  if (Array.isArray(words)) return words.map(pseudo) as Words;
  if (typeof words !== 'object' || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, pseudo(value)])) as Words;
}

/** Attributes that a person reads or hears. */
const SPOKEN =
  /\s(?:aria-label|aria-description|aria-valuetext|aria-roledescription|alt|placeholder|title|label|content)="([^"]*)"/g;

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#x27': "'",
  '#39': "'",
};
const decodeEntities = (html: string) =>
  html.replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity);

/** @returns the texts that a person reads or hears on a page, piece by piece; not their own input. */
export function wordsIn(html: string): string[] {
  const shown = html
    .replace(/<(script|style|svg-data)\b[^>]*>.*?<\/\1>/gs, ' ')
    .replace(/<code\b[^>]*>.*?<\/code>/gs, ' ')
    // Metadata in the head for machines: widths, color schemes.
    .replace(/<meta\b[^>]*>/g, ' ');
  const spoken = [...shown.matchAll(SPOKEN)].map(([, value]) => value ?? '');
  const buttons = [...shown.matchAll(/<input[^>]*type="submit"[^>]*value="([^"]*)"/g)].map(
    ([, value]) => value ?? '',
  );
  const texts = shown.replaceAll('<!-- -->', '').split(/<[^>]*>/);
  return [...spoken, ...buttons, ...texts].map((piece) => decodeEntities(piece).trim()).filter(Boolean);
}

/**
 * @param known texts that may contain English letters: names, addresses and other data.
 * @returns the pieces with a word of English letters that is not data.
 */
export function foreignWords(pieces: readonly string[], known: ReadonlyArray<string | RegExp>): string[] {
  const whole = new Set(known.filter((data) => typeof data === 'string'));
  const parts = known.map((data) => (typeof data === 'string' ? data : new RegExp(data, 'g')));
  return pieces.filter((piece) => {
    // A page lists hundreds of time zones.
    if (whole.has(piece)) return false;
    let rest = piece;
    for (const data of parts) {
      if (!/[A-Za-z]{2}/.test(rest)) return false;
      rest = rest.replaceAll(data, ' ');
    }
    return /[A-Za-z]{2}/.test(rest);
  });
}
