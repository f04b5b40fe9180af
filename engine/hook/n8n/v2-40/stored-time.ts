/**
 * @param at ISO 8601 or UTC ms.
 * @returns SQLite's form, `2026-11-22 05:40:12.123` in UTC: n8n compares its rows as text.
 */
export function toStoredTime(at: string | number): string {
  return new Date(at).toISOString().replace('T', ' ').replace('Z', '');
}

/** @returns ISO 8601. */
export function fromStoredTime(stored: string): string {
  return `${stored.replace(' ', 'T')}Z`;
}
