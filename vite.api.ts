import type { Plugin } from 'vite';
import { isNode, type Node } from './vite.words.ts';

/**
 * Keeps what only describes the API out of the Worker (docs/decisions/api.md): the browser's build writes the documents as files,
 * and the Worker's build removes the descriptions from the declarations.
 */
export function apiDescription(): Plugin[] {
  return [documents, withoutDescriptions];
}

/** Imported while building, by URL: as a part of Vite's configuration it would delay every build. */
const DOCUMENTS = new URL('app/api/plumbing/documents.ts', import.meta.url).href;

const documents: Plugin = {
  name: 'api-documents',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  async generateBundle() {
    const { writeApiDocuments } = (await import(DOCUMENTS)) as {
      writeApiDocuments(): Record<string, string>;
    };
    for (const [path, source] of Object.entries(writeApiDocuments()))
      this.emitFile({ type: 'asset', fileName: path.slice(1), source });
  },
};

const withoutDescriptions: Plugin = {
  name: 'api-without-descriptions',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  // Not `enforce: 'pre'`: by then esbuild has removed the types.
  transform(code, id) {
    if (id.endsWith('/app/i18n/en/api-description.ts'))
      return { code: 'export const apiDescription = {};', map: { mappings: '' } };
    if (!/\/app\/api\/[\w/-]+\.ts$/.test(id)) return null;
    // Every line stays, so the source map still applies; only the marks move code, to the right.
    return { code: removeDescriptions(code, this.parse(code) as unknown as Node), map: null };
  },
};

/**
 * Removes from a module of `app/api` what the Worker does not read. A declaration keeps the statuses of its answers, and loses
 * their contents, the refusals, the path's parameters, and every example; a declaration that is not an object literal loses
 * nothing.
 *
 * Then nothing uses the answers' schemas. Rollup drops them because each call outside functions is marked as pure; package.json
 * promises the same of whole modules.
 */
function removeDescriptions(code: string, module: Node): string {
  const replaced = new Map<Node, string>();
  /** The starts of calls outside functions; the calls of a chain have the same start. */
  const calls = new Set<number>();
  const visit = (node: Node, runsOnLoad: boolean): void => {
    if (replaced.has(node)) return;
    if (runsOnLoad && /^(?:Call|New)Expression$/.test(node.type)) calls.add(node.start);
    const { who, answers, parameters, refusals, schema, example } = membersOf(node);
    if (who && answers) {
      for (const answer of Object.values(membersOf(answers.value))) replaced.set(answer.value, '{}');
      for (const member of [parameters, refusals]) if (member) replaced.set(member, NO_MEMBER);
    }
    if (schema && example) replaced.set(example, NO_MEMBER);
    const childRunsOnLoad = runsOnLoad && !/Function/.test(node.type);
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, childRunsOnLoad);
  };
  visit(module, true);
  return applyEdits(code, [
    ...[...calls].map((start) => ({ start, end: start, text: PURE })),
    ...[...replaced].map(([{ start, end }, text]) => {
      // Spaces and line breaks replace what is removed.
      const rest = code.slice(start + text.length, end).replace(/[^\n]/g, ' ');
      return { start, end, text: text + rest };
    }),
  ]);
}

const PURE = '/* @__PURE__ */ ';
/** Replaces a member of an object literal; terser removes it. */
const NO_MEMBER = '...{}';

interface Member extends Node {
  value: Node;
}

/** @returns the members of an object literal by their names; of another node, none. */
function membersOf(node: Node): Record<string, Member> {
  if (node.type !== 'ObjectExpression') return {};
  const members = (node.properties as Member[]).filter(({ type }) => type === 'Property');
  return Object.fromEntries(members.map((member) => [nameOf(member.key as Node), member]));
}

/** @returns the name of a member: `200`, `'limit'` or `limit`. */
function nameOf(key: Node): string {
  return String(key.name ?? key.value);
}

/** @returns the code with each part from `start` to `end` replaced by its text. @param edits of parts that do not overlap. */
function applyEdits(
  code: string,
  edits: ReadonlyArray<{ start: number; end: number; text: string }>,
): string {
  let copied = 0;
  let edited = '';
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    edited += code.slice(copied, start) + text;
    copied = end;
  }
  return edited + code.slice(copied);
}
