import { z } from 'zod';
import { featureFlagsSchema } from '#app/domain/flags/flags.ts';
import { readApiDocument } from '#app/http/api-documents.ts';
import { readFlags } from '#app/http/flags.ts';
import { anyone, defineCall, json } from './plumbing/call.ts';
import type { openApiDocument } from './plumbing/openapi.ts';

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

/** Spec §7: the feature flags of the caller. */
export const getFrontEndConfig = defineCall('GET /fe/config', {
  who: anyone,
  answers: {
    200: json(z.strictObject({ featureFlags: featureFlagsSchema }), {
      featureFlags: { page_analytics: true },
    }),
  },
  handle: async ({ context }) => ({ featureFlags: await readFlags(context) }),
});

/** Design §4, "API": the document that the build made of these declarations. */
export const getOpenApi = defineCall('GET /openapi.json', {
  who: anyone,
  caching: { cacheControl: 'public, max-age=300' },
  answers: { 200: json(z.looseObject({ openapi: z.literal('3.1.1') }), { openapi: '3.1.1' }) },
  handle: async ({ context }) =>
    (await readApiDocument(context, 'openapi')) as ReturnType<typeof openApiDocument>,
});
