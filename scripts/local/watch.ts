import { watch } from 'node:fs';
import { buildIfChanged } from './build.ts';

const SETTLE_MS = 200;

/** Builds again when a source of the application changes; the Worker notices by itself. @returns what ends it. */
export function watchAndRebuild(): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch('app', { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        buildIfChanged();
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
      }
    }, SETTLE_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
