import { z } from 'zod';
import { assignVariant, EASY_AI_WORKFLOW, variants } from './experiments.ts';

/** Every feature flag there is, with what it may be. One that is not listed here stops the boot. */
const flagSchemas = {
  /** An experiment: who has no such flag is assigned to one of its halves. */
  [EASY_AI_WORKFLOW]: z.enum(variants).optional(),
  /** Whether an account's people may be counted at all, and so be asked whether they agree. */
  page_analytics: z.boolean().optional(),
};

/** As the configuration gives them to everybody; a flag that is left out has its default. */
export const featureFlagsSchema = z.strictObject(flagSchemas, {
  error: (issue) =>
    issue.code === 'unrecognized_keys' ? `has no such flag: ${issue.keys.join(', ')}` : undefined,
});

export type FeatureFlags = z.infer<typeof featureFlagsSchema>;
type FlagName = keyof typeof flagSchemas;

const defaults: FeatureFlags = { page_analytics: true };

/** Whose flags they are. */
export interface FlaggedAccount {
  id: string;
  /** JSON by the flag's name, as `flag_overrides` has it. */
  flagOverrides: Readonly<Record<string, string>>;
}

/**
 * The flags of an account, or of a visitor: what the account has of its own comes before the configuration's, and that
 * before an experiment's assignment.
 *
 * @param account null for a visitor, whom no experiment takes in.
 * @throws when an override is none that its flag may be. One of a flag that is no more is left out.
 */
export function flagsFor(configured: FeatureFlags, account: FlaggedAccount | null): FeatureFlags {
  if (account === null) return { ...defaults, ...configured };
  const assigned: FeatureFlags = { [EASY_AI_WORKFLOW]: assignVariant(EASY_AI_WORKFLOW, account.id) };
  return { ...defaults, ...assigned, ...configured, ...parseOverrides(account) };
}

function parseOverrides({ id, flagOverrides }: FlaggedAccount): FeatureFlags {
  const known = Object.entries(flagOverrides).filter(([flag]) => isFlag(flag));
  try {
    return featureFlagsSchema.parse(
      Object.fromEntries(known.map(([flag, value]) => [flag, JSON.parse(value) as unknown])),
    );
  } catch (cause) {
    throw new Error(`The flag overrides of ${id} are not usable.`, { cause });
  }
}

function isFlag(name: string): name is FlagName {
  return Object.hasOwn(flagSchemas, name);
}
