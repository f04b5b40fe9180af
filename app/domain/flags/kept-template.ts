import { parseOptionalJson } from '../encoding/parse-json.ts';
import { isTemplateId } from '../instance/template-path.ts';
import { HOUR_MS } from '../time/clock.ts';

/** Spec §9: the query parameter with the template's id. */
export const TEMPLATE_PARAMETER = 'templateId';

/** Longer than a registration takes, and short enough not to surprise a person later. */
const KEPT_TEMPLATE_LIFETIME_MS = 24 * HOUR_MS;

/**
 * @param search of a page's URL; its `returnPath`, where /login keeps the requested page, counts too.
 * @returns the requested template's id; null for none.
 */
export function templateIdIn(search: string): string | null {
  const query = new URLSearchParams(search);
  const returnQuery = query.get('returnPath')?.split('?')[1] ?? '';
  const id = query.get(TEMPLATE_PARAMETER) ?? new URLSearchParams(returnQuery).get(TEMPLATE_PARAMETER);
  return id !== null && isTemplateId(id) ? id : null;
}

/** @returns the path with the requested template as a parameter. */
export function withTemplateId(path: string, templateId: string | null): string {
  if (templateId === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${TEMPLATE_PARAMETER}=${templateId}`;
}

/** @param now UTC ms. @returns the text for local storage, which {@link readKeptTemplate} reads. */
export function formatKeptTemplate(templateId: string, now: number): string {
  return JSON.stringify({ templateId, keptAt: now });
}

/** @param now UTC ms. @returns the stored id; null when it is invalid or too old. */
export function readKeptTemplate(stored: string | null, now: number): string | null {
  const { templateId, keptAt }: Record<string, unknown> = Object(parseOptionalJson(stored ?? ''));
  if (typeof templateId !== 'string' || !isTemplateId(templateId) || typeof keptAt !== 'number') return null;
  return keptAt <= now && now - keptAt < KEPT_TEMPLATE_LIFETIME_MS ? templateId : null;
}
