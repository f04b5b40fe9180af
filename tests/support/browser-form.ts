/** The fields of a form by name; a list has several values. */
export type Fields = Readonly<Record<string, readonly string[]>>;

const TAG = /<(input|select|textarea)\b([^>]*)>(?:([\s\S]*?)<\/\1>)?/g;
const OPTION = /<option\b([^>]*)>([^<]*)/g;

/**
 * Reads a form as a browser without a script does, which posts what the page shows.
 *
 * @param button the value of one of the form's buttons; null for the button without one.
 * @param mark a text that only the meant one of such forms contains.
 * @returns the fields that a press of the button posts, without the button's own. @throws without such a form.
 */
export function fieldsShown(html: string, button: string | null, mark = ''): Fields {
  const form = html.match(/<form\b[^>]*>[\s\S]*?<\/form>/g)?.find((one) => {
    const buttons = one.match(/<button\b[^>]*>/g) ?? [];
    const submits = buttons.filter((tag) => attribute(tag, 'type') === 'submit');
    return one.includes(mark) && submits.some((tag) => (attribute(tag, 'value') ?? null) === button);
  });
  if (form === undefined) throw new Error(`No form with a button ${button} and ${mark}: ${html}`);
  const fields: Record<string, string[]> = {};
  for (const [, kind = '', tag = '', content = ''] of form.matchAll(TAG)) {
    const name = attribute(tag, 'name');
    const value =
      kind === 'input' ? valueOfInput(tag) : kind === 'select' ? chosenOf(content) : decode(content);
    if (name === undefined || value === null) continue;
    fields[name] = [...(fields[name] ?? []), value];
  }
  return fields;
}

/** @returns null for a choice that is not checked, and for a file. */
function valueOfInput(tag: string): string | null {
  const type = attribute(tag, 'type');
  const isChoice = type === 'radio' || type === 'checkbox';
  if (type === 'file' || (isChoice && attribute(tag, 'checked') === undefined)) return null;
  return attribute(tag, 'value') ?? (isChoice ? 'on' : '');
}

/** @returns the value of the selected option, else of the first one. */
function chosenOf(options: string): string {
  const all = [...options.matchAll(OPTION)];
  const [, tag = '', text = ''] =
    all.find(([, one = '']) => attribute(one, 'selected') !== undefined) ?? all[0] ?? [];
  return attribute(tag, 'value') ?? decode(text);
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : decode(found);
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}
