import { z } from 'zod';
import { anyone, defineCall, json } from './plumbing/call.ts';

/** Only the widget reads the challenge. */
const humanCheck = z.union([
  z.strictObject({ kind: z.literal('altcha'), challenge: z.looseObject({}) }),
  z.strictObject({ kind: z.literal('turnstile'), siteKey: z.string() }),
]);

/** Design §4, "API": a fresh challenge for the widget, or Turnstile's site key. */
export const getHumanCheck = defineCall('GET /human-check', {
  who: anyone,
  answers: { 200: json(humanCheck, { kind: 'turnstile', siteKey: '1x00000000000000000000AA' }) },
  async handle({ context: { humanCheck } }) {
    if (humanCheck.kind === 'turnstile') return humanCheck;
    // The widget's library makes it, and knows its fields.
    const challenge = (await humanCheck.challenge()) as Record<string, unknown>;
    return { kind: humanCheck.kind, challenge };
  },
});
