import { rmSync } from 'node:fs';
import { build, type Plugin } from 'vite';
import { buildIfChanged } from '#scripts/local/build.ts';
import { isNode, type Node } from '../../../vite.words.ts';

/** Where the built Worker lists the called files, one a line, and forgets them. */
export const CALLED_FILES = '/called-files';
const SERVER_STAMP = 'build/.server-hash';

/** Builds the Worker so that each function of the product notes its file when it is called. */
export async function buildWithCalledFiles(): Promise<void> {
  buildIfChanged();
  await build({
    plugins: [calledFiles],
    logLevel: 'warn',
    build: { ssr: true, minify: false },
  });
}

/** Lets the next start build the Worker as it is. */
export function forgetBuild(): void {
  rmSync(SERVER_STAMP, { force: true });
}

const calledFiles: Plugin = {
  name: 'called-files',
  enforce: 'post',
  transform(code, id) {
    const [, file] =
      /\/((?:app|workers|db|durable-objects)\/[^?]+\.tsx?)/.exec(id.slice(process.cwd().length)) ?? [];
    if (!file || id.includes('/node_modules/')) return null;
    const noted = noteCalls(code, this.parse(code) as unknown as Node, file);
    return { code: file === 'workers/app.ts' ? answerCalledFiles(noted) : noted, map: null };
  },
};

/** @returns the module with a note at the start of each function. */
function noteCalls(code: string, module: Node, file: string): string {
  const note = `(globalThis.calledFiles ??= new Set()).add(${JSON.stringify(file)})`;
  const inserts: Array<{ at: number; text: string }> = [];
  const visit = (node: Node): void => {
    const { body } = node;
    if (/Function/.test(node.type) && isNode(body)) {
      if (body.type === 'BlockStatement') inserts.push({ at: body.start + 1, text: `${note};` });
      else inserts.push({ at: body.start, text: `(${note}, ` }, { at: body.end, text: ')' });
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(module);
  let copied = 0;
  let noted = '';
  for (const { at, text } of inserts.toSorted((a, b) => a.at - b.at)) {
    noted += code.slice(copied, at) + text;
    copied = at;
  }
  return noted + code.slice(copied);
}

/** Answers `CALLED_FILES` before the Worker's own code runs. */
function answerCalledFiles(code: string): string {
  const answered = code.replace(
    /async fetch\(given, env, execution\) \{/,
    `$& if (given.url.endsWith('${CALLED_FILES}')) {
      const files = [...(globalThis.calledFiles ?? [])].join('\\n');
      globalThis.calledFiles?.clear();
      return new Response(files);
    }`,
  );
  if (answered === code) throw new Error('workers/app.ts has another `fetch` than this build expects.');
  return answered;
}
