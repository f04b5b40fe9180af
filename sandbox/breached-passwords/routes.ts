import { handleAction } from '#sandbox/server/form-action.ts';
import { text } from '#sandbox/server/reply.ts';
import type { Route } from '#sandbox/server/router.ts';
import { type BreachFaults, type BreachMode, breachFaultRequest } from './faults.ts';
import { loadRanges, writeRange } from './ranges.ts';

type Dependencies = { faults: BreachFaults; note: (sentence: string) => void };

const sentences: Record<BreachMode, string> = {
  none: 'The breached-password ranges are up again.',
  down: 'The breached-password ranges are down.',
  slow: 'The breached-password ranges never answer.',
  garbage: 'The breached-password ranges answer nonsense.',
};

/** Have I Been Pwned's range call (https://haveibeenpwned.com/API/v3#PwnedPasswords), and the switch that breaks it. */
export function createBreachedPasswordRoutes({ faults, note }: Dependencies): Route[] {
  const ranges = loadRanges();
  return [
    {
      method: 'GET',
      path: '/range/:prefix',
      async handle(request) {
        if (faults.mode === 'down') return text(503, 'Switched off in the sandbox.');
        if (faults.mode === 'garbage') return text(200, '<html>Please sign in to the network.</html>');
        if (faults.mode === 'slow') await request.untilClosed();
        const prefix = request.param('prefix').toUpperCase();
        if (!/^[0-9A-F]{5}$/.test(prefix)) return text(400, 'The hash prefix was not in a valid format');
        return text(200, writeRange(ranges, prefix, request.headers['add-padding'] === 'true'));
      },
    },
    {
      method: 'POST',
      path: '/breached-passwords/faults',
      handle: (request) =>
        handleAction(
          request,
          breachFaultRequest,
          ({ mode }) => {
            faults.set(mode);
            return { body: { mode }, note: sentences[mode] };
          },
          note,
        ),
    },
  ];
}
