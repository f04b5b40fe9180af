import { z } from 'zod';
import { featureFlagsSchema } from '#app/domain/flags/flags.ts';
import { readFlags } from '#app/http/flags.ts';
import { anyone, defineCall, json } from './plumbing/call.ts';

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
