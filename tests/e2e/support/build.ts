import { buildIfChanged } from '#scripts/local/build.ts';

/** Once for all workers: two that build at the same time would write over each other. */
export default function build(): void {
  buildIfChanged();
}
