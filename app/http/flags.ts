import { type FeatureFlags, flagsFor } from '#app/domain/flags/flags.ts';
import type { RequestContext } from './load-context.ts';

/** @returns the viewer's feature flags, without an extra round trip; none after a failure, which is reported (spec §7). */
export async function readFlags(context: RequestContext): Promise<FeatureFlags> {
  try {
    const state = await context.viewer();
    if (state.kind !== 'signed-in' && state.kind !== 'by-token')
      return flagsFor(context.configuredFlags, null);
    const { account, flagOverrides } = state.viewer;
    return flagsFor(context.configuredFlags, { id: account.id, flagOverrides });
  } catch (error) {
    context.reportError(error);
    return {};
  }
}
