import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buildIfChanged, workerSources } from './build.ts';
import type { Stack } from './stack.ts';

const SETTLE_MS = 200;

/** Rebuilds and restarts the Worker when a source changes. @returns a function that ends the watch. */
export function watchAndRebuild(stack: Stack): () => void {
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const sources = watchSources(workerSources, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(rebuild);
    }, SETTLE_MS);
  });
  const rebuild = async () => {
    try {
      // Before the build reads the sources: a later change calls `rebuild` again.
      sources.renew();
      if (!buildIfChanged()) return;
      await stack.killWorker();
      await stack.startWorker();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  };
  return () => {
    clearTimeout(timer);
    sources.close();
  };
}

/**
 * Watches files, and folders with all that is below them. Each watch is of a folder: git and many editors replace a file,
 * which ends a watch of the file, and Node's recursive watch on Linux consists of those.
 *
 * @returns `renew`, after which new folders are watched too.
 */
export function watchSources(sources: readonly string[], onChange: () => void) {
  let watchers: FSWatcher[] = [];
  const open = () =>
    sources.flatMap((source) => {
      if (statSync(source).isDirectory()) return foldersIn(source).map((folder) => watch(folder, onChange));
      const name = basename(source);
      return [watch(dirname(source), (_event, changed) => changed === name && onChange())];
    });
  const close = () => {
    for (const watcher of watchers) watcher.close();
  };
  watchers = open();
  return {
    renew() {
      const renewed = open();
      close();
      watchers = renewed;
    },
    close,
  };
}

function foldersIn(folder: string): string[] {
  const below = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [folder, ...below.flatMap(({ name }) => foldersIn(join(folder, name)))];
}
