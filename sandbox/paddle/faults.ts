import { z } from 'zod';
import { ModeSwitch } from '#sandbox/storage/down-switch.ts';

const paddleModes = ['none', 'down', 'slow', 'slow-changes'] as const;
export type PaddleMode = (typeof paddleModes)[number];

/** What a caller may ask of {@link PaddleFaults}. */
export const paddleFaultRequest = z.object({ mode: z.enum(paddleModes) });

/** Whether Paddle's API answers 503, or late: all of it, or only what changes something. Its checkout and its webhooks go on, as they do when only the API is ill. */
export class PaddleFaults extends ModeSwitch<PaddleMode> {
  constructor(path: string) {
    super(path, paddleFaultRequest);
  }
}
