import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';

/** An icon in the form of n8n's catalogue: a whole picture, or the name of a font icon. */
export type IconData = { type: 'file'; fileBuffer: string } | { type: 'icon'; icon: string };

// Apps whose display name differs from the brand's name in simple-icons.
const brandTitles: Record<string, string> = {
  'Jira Software': 'Jira',
  'WhatsApp Business Cloud': 'WhatsApp',
  'X (Formerly Twitter)': 'X',
  'Facebook Graph API': 'Facebook',
  'Typeform Trigger': 'Typeform',
  'Calendly Trigger': 'Calendly',
  'QuickBooks Online': 'QuickBooks',
  'Monday.com': 'monday.com',
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

const brands = z.array(z.object({ title: z.string(), hex: z.string(), slug: z.string().optional() }));

const simplify = (title: string) =>
  title
    .toLowerCase()
    .replaceAll('+', 'plus')
    .replaceAll('.', 'dot')
    .replaceAll('&', 'and')
    .replace(/[^a-z0-9]/g, '');

/**
 * Loads icons for the given display names, from simple-icons' one-colour drawings in the brand's colour. A name without a
 * drawing (several brands have withdrawn theirs) has no icon, so the product shows its own.
 */
export function loadIcons(displayNames: readonly string[]): Map<string, IconData> {
  const require = createRequire(import.meta.url);
  const known = brands.parse(JSON.parse(readFileSync(require.resolve('simple-icons/icons.json'), 'utf8')));
  const byTitle = new Map(known.map((brand) => [simplify(brand.title), brand]));
  const icons = new Map<string, IconData>();
  for (const displayName of displayNames) {
    const fontIcon = fontIcons[displayName];
    const brand = byTitle.get(simplify(brandTitles[displayName] ?? displayName));
    if (fontIcon) icons.set(displayName, { type: 'icon', icon: fontIcon });
    else if (brand) {
      const path = require.resolve(`simple-icons/icons/${brand.slug ?? simplify(brand.title)}.svg`);
      const svg = readFileSync(path, 'utf8').replace('<svg ', `<svg fill="#${brand.hex}" `);
      const fileBuffer = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
      icons.set(displayName, { type: 'file', fileBuffer });
    }
  }
  return icons;
}
