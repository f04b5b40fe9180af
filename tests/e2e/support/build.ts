import { buildIfChanged } from '#scripts/local/build.ts';

/** Builds once for all workers: two concurrent builds would overwrite each other. */
export default function build(): void {
  buildIfChanged();
}
