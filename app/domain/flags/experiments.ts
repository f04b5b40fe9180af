import { fnv1a } from '../encoding/fnv1a.ts';
import { parseOptionalJson } from '../encoding/parse-json.ts';

/** Spec §9: the variant offers to start with an AI workflow. */
export const EASY_AI_WORKFLOW = '026_easy_ai_workflow';

export const variants = ['control', 'variant'] as const;
export type Variant = (typeof variants)[number];

/** "Build your first AI agent" of n8n's template library, which the variant offers. */
export const EASY_AI_TEMPLATE_ID = '6270';

/** @returns an account's half of an experiment: always the same, and independent of its half of others. */
export function assignVariant(experiment: string, accountId: string): Variant {
  return hash(`${experiment}:${accountId}`) % 2 === 0 ? 'control' : 'variant';
}

/**
 * @param stored a browser's local storage, such as `{"026_easy_ai_workflow":"variant"}`, which people write by hand.
 * @returns the override of an experiment; null without a valid one.
 */
export function variantInOverrides(stored: string | null, experiment: string): Variant | null {
  const overrides: Record<string, unknown> = Object(parseOptionalJson(stored ?? ''));
  const wanted = overrides[experiment];
  return variants.find((variant) => variant === wanted) ?? null;
}

/** FNV-1a with MurmurHash3's finalizer: FNV's lowest bit depends on little more than the characters' parity. */
function hash(text: string): number {
  let value = fnv1a(text);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
