import { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file.ts';

const stored = z.object({ mode: z.enum(['none', 'down']) });

/** What a caller may ask of a {@link DownSwitch}. */
export const downSwitchRequest = stored;

export type DownMode = z.infer<typeof stored>['mode'];

/** Whether a provider plays dead. Kept on disk, so that a restart of the sandbox does not quietly repair it. */
export class DownSwitch {
  readonly #path: string;
  #mode: DownMode;

  constructor(path: string) {
    this.#path = path;
    const found = readJsonFile(path);
    this.#mode = found === undefined ? 'none' : stored.parse(found).mode;
  }

  get mode(): DownMode {
    return this.#mode;
  }

  set(mode: DownMode): void {
    writeJsonFile(this.#path, { mode });
    this.#mode = mode;
  }
}
