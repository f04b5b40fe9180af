import { isTemplateId } from '../instance/template-path.ts';
import { HOUR_MS } from '../time/clock.ts';

/** Spec §9: where the template's id comes from. */
export const TEMPLATE_PARAMETER = 'templateId';

/** Longer than a registration takes, and short enough that nobody is surprised by where they arrive. */
const KEPT_FOR_MS = 24 * HOUR_MS;

/**
 * @param search of a page's address; its `returnPath` counts too, since that is where who came for a template waits at
 *   /login.
 * @returns the id of the template that the person came for; null for none.
 */
export function templateIdIn(search: string): string | null {
  const query = new URLSearchParams(search);
  const returnQuery = query.get('returnPath')?.split('?')[1] ?? '';
  const id = query.get(TEMPLATE_PARAMETER) ?? new URLSearchParams(returnQuery).get(TEMPLATE_PARAMETER);
  return id !== null && isTemplateId(id) ? id : null;
}

/** @returns the path of a page of the portal, which keeps in mind the template that the person came for. */
export function withTemplateId(path: string, templateId: string | null): string {
  if (templateId === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${TEMPLATE_PARAMETER}=${templateId}`;
}

/** @param now UTC ms. @returns what the browser keeps, for {@link readKeptTemplate}. */
export function keptTemplate(templateId: string, now: number): string {
  return JSON.stringify({ templateId, keptAt: now });
}

/** @param now UTC ms. @returns the id that the browser kept; null for what is too old or is none. */
export function readKeptTemplate(stored: string | null, now: number): string | null {
  if (stored === null) return null;
  let kept: unknown;
  try {
    kept = JSON.parse(stored);
  } catch {
    return null;
  }
  const { templateId, keptAt } = Object(kept) as { templateId?: unknown; keptAt?: unknown };
  if (typeof templateId !== 'string' || !isTemplateId(templateId) || typeof keptAt !== 'number') return null;
  return keptAt <= now && now - keptAt < KEPT_FOR_MS ? templateId : null;
}
