import { z } from 'zod';
import { assignVariant, EASY_AI_WORKFLOW, variants } from './experiments.ts';

/** Every feature flag with its values. An unlisted flag in the configuration stops the boot. */
const flagSchemas = {
  /** An experiment: accounts without this flag are assigned to a half. */
  [EASY_AI_WORKFLOW]: z.enum(variants).optional(),
  /** Whether an account's people see the consent banner, and count once they agree. */
  page_analytics: z.boolean().optional(),
};

/** Flags of the configuration, for all accounts; an omitted flag has its default. */
export const featureFlagsSchema = z.strictObject(flagSchemas, {
  error: (issue) =>
    issue.code === 'unrecognized_keys' ? `has no such flag: ${issue.keys.join(', ')}` : undefined,
});

export type FeatureFlags = z.infer<typeof featureFlagsSchema>;
type FlagName = keyof typeof flagSchemas;

const defaults: FeatureFlags = { page_analytics: true };

/** An account with its own flags. */
export interface FlaggedAccount {
  id: string;
  /** JSON by flag name, from `flag_overrides`. */
  flagOverrides: Readonly<Record<string, string>>;
}

/**
 * The account's own flags override the configuration, which overrides an experiment's assignment.
 * @param account null for a visitor, who takes part in no experiment.
 * @throws when an override is not a valid value of its flag. Overrides of removed flags are ignored.
 */
export function flagsFor(configured: FeatureFlags, account: FlaggedAccount | null): FeatureFlags {
  if (account === null) return { ...defaults, ...configured };
  const assigned: FeatureFlags = { [EASY_AI_WORKFLOW]: assignVariant(EASY_AI_WORKFLOW, account.id) };
  return { ...defaults, ...assigned, ...configured, ...parseOverrides(account) };
}

function parseOverrides({ id, flagOverrides }: FlaggedAccount): FeatureFlags {
  const known = Object.entries(flagOverrides).filter(([flag]) => isFlag(flag));
  if (known.length === 0) return {};
  try {
    return featureFlagsSchema.parse(
      Object.fromEntries(known.map(([flag, value]) => [flag, JSON.parse(value) as unknown])),
    );
  } catch (cause) {
    throw new Error(`The flag overrides of ${id} are invalid.`, { cause });
  }
}

function isFlag(name: string): name is FlagName {
  return Object.hasOwn(flagSchemas, name);
}
