import { z } from 'zod';
import { ModeSwitch } from '#sandbox/storage/down-switch.ts';

const paddleModes = ['none', 'down', 'slow', 'slow-changes'] as const;
export type PaddleMode = (typeof paddleModes)[number];

/** The body of a request to switch {@link PaddleFaults}. */
export const paddleFaultRequest = z.object({ mode: z.enum(paddleModes) });

/**
 * Whether Paddle's API answers 503, or late: all calls, or only changes. Its checkout and its webhooks continue, as they do
 * when only the API fails.
 */
export class PaddleFaults extends ModeSwitch<PaddleMode> {
  constructor(path: string) {
    super(path, paddleFaultRequest);
  }
}
