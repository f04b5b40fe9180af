import { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file.ts';

/** The body of a request to set a {@link DownSwitch}. */
export const downSwitchRequest = z.object({ mode: z.enum(['none', 'down']) });

export type DownMode = z.infer<typeof downSwitchRequest>['mode'];

/** The fault of a provider. Kept on disk, so that a restart of the sandbox does not silently repair it. */
export class ModeSwitch<Mode extends string> {
  readonly #path: string;
  #mode: Mode | 'none';

  /** `request` validates the switch's modes; a file with another value throws. */
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

/** Whether a provider is down. */
export class DownSwitch extends ModeSwitch<DownMode> {
  constructor(path: string) {
    super(path, downSwitchRequest);
  }
}
