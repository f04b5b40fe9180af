import { z } from 'zod';
import { ModeSwitch } from '#sandbox/storage/down-switch.ts';

const breachModes = ['none', 'down', 'slow', 'garbage'] as const;
export type BreachMode = (typeof breachModes)[number];

/** The body of a request to switch {@link BreachFaults}. */
export const breachFaultRequest = z.object({ mode: z.enum(breachModes) });

/** Whether the range call answers 503, does not answer, or answers something other than a range. */
export class BreachFaults extends ModeSwitch<BreachMode> {
  constructor(path: string) {
    super(path, breachFaultRequest);
  }
}
