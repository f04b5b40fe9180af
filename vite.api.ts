import type { Plugin } from 'vite';

/** Imported while building, by URL: as a part of Vite's configuration it would delay every build. */
const DOCUMENTS = new URL('app/api/plumbing/documents.ts', import.meta.url).href;

/** Writes the API's documents into the browser's files, where the Worker reads them (docs/decisions/api.md). */
export const apiDocuments: Plugin = {
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
