import type { Plugin } from 'vite';
import { en } from './app/i18n/en/index.ts';
import { PLURAL_ENDINGS } from './app/i18n/translate.ts';
import { flatten } from './app/i18n/words.ts';

const words = flatten(en);
const endings = PLURAL_ENDINGS.join('|');

/** A node of the syntax tree that Rollup parses: https://rollupjs.org/plugin-development/#this-parse */
export interface Node {
  type: string;
  start: number;
  end: number;
  value?: unknown;
  quasis?: Array<{ value: { cooked: string | null } }>;
  [member: string]: unknown;
}

/** The server has all words; its module would bring them all into the browser. */
const browserWords: Plugin = {
  name: 'browser-words',
  enforce: 'pre',
  resolveId(source, importer, options) {
    const isServersWords = source === './words.ts' && importer?.endsWith('/app/i18n/t.ts');
    return isServersWords && !options.ssr ? this.resolve('./words.browser.ts', importer) : null;
  },
};

/** Words by a pattern of keys are a module that several modules share: many contain `errors.${code}`. */
const GROUP = 'virtual:words/';

/**
 * Gives each module of the browser's build the words that it uses, so that a page loads no others: those whose keys the
 * module contains, whole (`'layout.brand'`) or as a template (`errors.${code}`), which takes all that match.
 */
export function pageWords(): Plugin[] {
  return [
    browserWords,
    {
      name: 'page-words',
      // After Remix removed the loaders and actions, whose words the browser never uses.
      enforce: 'post',
      resolveId: (source) => (source.startsWith(GROUP) ? `\0${source}` : null),
      load(id) {
        if (!id.startsWith(`\0${GROUP}`)) return null;
        const pattern = new RegExp(decodeURIComponent(id.slice(GROUP.length + 1)));
        return wordsModule(words.filter(([key]) => pattern.test(key)));
      },
      transform(code, id, options) {
        if (options?.ssr || !/\/app\/(?!i18n\/)[^?]*\.tsx?(?:\?|$)/.test(id)) return null;
        const { keys, patterns } = keysIn(this.parse(code) as unknown as Node);
        const own = wordsModule(words.filter(([key]) => keys.has(key) || keys.has(singular(key))));
        const groups = [...patterns].filter((pattern) =>
          words.some(([key]) => new RegExp(pattern).test(key)),
        );
        const imports = groups.map((pattern) => `import '${GROUP}${encodeURIComponent(pattern)}';`);
        return own || imports.length > 0 ? { code: [own, ...imports, code].join('\n'), map: null } : null;
      },
    },
  ];
}

function wordsModule(found: typeof words): string {
  if (found.length === 0) return '';
  return `import { addWords } from '#app/i18n/words.browser.ts';
addWords(${JSON.stringify(Object.fromEntries(found))});`;
}

/** @returns a plural's key without its ending, as code names it. */
function singular(key: string): string {
  return key.replace(new RegExp(`(?:${endings})$`), '');
}

/** @returns what a module may name words by: whole keys, and the regular expressions of its templates. */
function keysIn(module: Node): { keys: Set<string>; patterns: Set<string> } {
  const keys = new Set<string>();
  const patterns = new Set<string>();
  const visit = (node: Node): void => {
    if (node.type === 'Literal' && typeof node.value === 'string') keys.add(node.value);
    if (node.type === 'TemplateLiteral') {
      const parts = (node.quasis ?? []).map(({ value }) => value.cooked ?? '');
      // A template that begins with a variable matches everything: some module must contain its keys whole.
      if (/^[a-zA-Z]+\./.test(parts[0] ?? '')) patterns.add(templatePattern(parts));
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(module);
  return { keys, patterns };
}

function templatePattern(parts: readonly string[]): string {
  const fixed = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return `^${fixed.join('.+')}(?:${endings})?$`;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
