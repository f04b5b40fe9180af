import { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file.ts';

/** What a caller may ask of a {@link DownSwitch}. */
export const downSwitchRequest = z.object({ mode: z.enum(['none', 'down']) });

export type DownMode = z.infer<typeof downSwitchRequest>['mode'];

/** How a provider misbehaves. Kept on disk, so that a restart of the sandbox does not quietly repair it. */
export class ModeSwitch<Mode extends string> {
  readonly #path: string;
  #mode: Mode | 'none';

  /** `request` is what the switch may be set to; a file of something else throws. */
  constructor(path: string, request: z.ZodType<{ mode: Mode | 'none' }>) {
    this.#path = path;
    const found = readJsonFile(path);
    this.#mode = found === undefined ? 'none' : request.parse(found).mode;
  }

  get mode(): Mode | 'none' {
    return this.#mode;
  }

  set(mode: Mode | 'none'): void {
    writeJsonFile(this.#path, { mode });
    this.#mode = mode;
  }
}

/** Whether a provider plays dead. */
export class DownSwitch extends ModeSwitch<DownMode> {
  constructor(path: string) {
    super(path, downSwitchRequest);
  }
}
