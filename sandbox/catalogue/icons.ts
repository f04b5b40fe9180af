import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An icon in the form of n8n's catalogue: a whole picture, or the name of a font icon. */
export type IconData = { type: 'file'; fileBuffer: string } | { type: 'icon'; icon: string };

/** One-color drawings in the brand's color, named by the brand (`scripts/copy-app-icons.ts`). */
const drawings = join(import.meta.dirname, '..', '..', 'public', 'app-icons');

// Apps whose display name differs from the brand's.
const brandTitles: Record<string, string> = {
  'Jira Software': 'Jira',
  'WhatsApp Business Cloud': 'WhatsApp',
  'Facebook Graph API': 'Facebook',
  'Typeform Trigger': 'Typeform',
  'Calendly Trigger': 'Calendly',
  Postgres: 'PostgreSQL',
};

// n8n draws its own building blocks with font icons.
const fontIcons: Record<string, string> = {
  'HTTP Request': 'globe',
  Webhook: 'webhook',
  Code: 'code',
  'Schedule Trigger': 'clock',
  'Send Email': 'envelope',
};

/**
 * Loads the icons of the given display names. A name without a drawing (several brands have withdrawn theirs) has no icon, so
 * the product shows its own.
 */
export function loadIcons(displayNames: readonly string[]): Map<string, IconData> {
  const icons = new Map<string, IconData>();
  for (const displayName of displayNames) {
    const fontIcon = fontIcons[displayName];
    const brand = brandTitles[displayName] ?? displayName;
    const path = join(drawings, `${brand.toLowerCase().replace(/[^a-z0-9]/g, '')}.svg`);
    if (fontIcon) icons.set(displayName, { type: 'icon', icon: fontIcon });
    else if (existsSync(path)) {
      const fileBuffer = `data:image/svg+xml;base64,${readFileSync(path, 'base64')}`;
      icons.set(displayName, { type: 'file', fileBuffer });
    }
  }
  return icons;
}
