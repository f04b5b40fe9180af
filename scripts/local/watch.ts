import { watch } from 'node:fs';
import { buildIfChanged, workerSources } from './build.ts';
import type { Stack } from './stack.ts';

const SETTLE_MS = 200;

/** Rebuilds and restarts the Worker when a source changes. @returns a function that ends the watch. */
export function watchAndRebuild(stack: Stack): () => void {
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const rebuild = async () => {
    try {
      if (!buildIfChanged()) return;
      await stack.killWorker();
      await stack.startWorker();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  };
  const watchers = workerSources.map((source) =>
    watch(source, { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        work = work.then(rebuild);
      }, SETTLE_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
