/** Spec §9: an offer to begin with an AI workflow, against none. */
export const EASY_AI_WORKFLOW = '026_easy_ai_workflow';

export const variants = ['control', 'variant'] as const;
export type Variant = (typeof variants)[number];

/** "Build your first AI agent" of n8n's template library: where the variant's offer leads. */
export const EASY_AI_TEMPLATE_ID = '6270';

/**
 * Which half of an experiment an account is in: the same at every look and in every browser of its people, and
 * independent of what it got in another experiment.
 */
export function assignVariant(experiment: string, accountId: string): Variant {
  return hash(`${experiment}:${accountId}`) % 2 === 0 ? 'control' : 'variant';
}

/**
 * What a browser's local storage says of an experiment: `{"026_easy_ai_workflow":"variant"}`. Written by hand, by who
 * wants to see the other half; what is not understood counts as not there.
 */
export function variantInOverrides(stored: string | null, experiment: string): Variant | null {
  if (stored === null) return null;
  let overrides: unknown;
  try {
    overrides = JSON.parse(stored);
  } catch {
    return null;
  }
  if (typeof overrides !== 'object' || overrides === null || !Object.hasOwn(overrides, experiment))
    return null;
  const wanted = (overrides as Record<string, unknown>)[experiment];
  return variants.find((variant) => variant === wanted) ?? null;
}

/** FNV-1a, then MurmurHash3's last step: FNV's lowest bit alone depends on little more than the characters' parity. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
