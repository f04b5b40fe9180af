/** Color schemes to choose from; `system` follows the browser's. */
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

/** @returns the theme of a name, from this browser's cookie or a form; `system` for any other text. */
export function themeOf(name: string | null | undefined): Theme {
  return themes.find((theme) => theme === name) ?? 'system';
}
