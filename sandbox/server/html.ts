const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe markup. Only {@link html} creates it, so text cannot become markup by accident. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Fragment = Html | string | number | undefined | readonly Fragment[];

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function render(fragment: Fragment): string {
  if (fragment === undefined) return '';
  if (fragment instanceof Html) return fragment.text;
  if (typeof fragment === 'string') return escapeHtml(fragment);
  if (typeof fragment === 'number') return String(fragment);
  return fragment.map(render).join('');
}

/** Template tag: every inserted string is escaped, for element content and for quoted attributes alike. */
export function html(strings: TemplateStringsArray, ...fragments: Fragment[]): Html {
  return new Html(strings.map((string, index) => string + render(fragments[index])).join(''));
}
