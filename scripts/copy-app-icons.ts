// Copies the logos of the app picker from simple-icons (CC0) into public/app-icons, and writes the list of
// them. Run by hand after a change of the catalogue or the icon set, with the unpacked package, which is too large to install with
// the others: `npm pack simple-icons@16.37.0`, `tar xf simple-icons-16.37.0.tgz`, `node scripts/copy-app-icons.ts package`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ICON_DIRECTORY = 'public/app-icons';
const LIST = 'app/routes/account-setup/app-icon-names.ts';

interface Icon {
  title: string;
  slug: string;
  hex: string;
  path: string;
}
interface Node {
  name: string;
  displayName: string;
}

/** Apps whose name in the catalogue differs from the icon's title. */
const titleByApp: Record<string, string> = {
  'Jira Software': 'Jira',
  Postgres: 'PostgreSQL',
  'WhatsApp Business Cloud': 'WhatsApp',
  'Google Cloud Storage': 'Google Cloud',
  'Facebook Graph API': 'Facebook',
};

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the unpacked simple-icons.');
const simpleIcons: object = await import(pathToFileURL(join(resolve(folder), 'index.mjs')).href);
const icons = new Map(
  (Object.values(simpleIcons) as Icon[])
    .filter((icon) => icon?.path)
    .map((icon) => [icon.title.toLowerCase(), icon]),
);
const nodes = JSON.parse(readFileSync('sandbox/data/node-catalogue.json', 'utf8')) as Node[];
const slugs = new Map<string, string>();

rmSync(ICON_DIRECTORY, { recursive: true, force: true });
mkdirSync(ICON_DIRECTORY, { recursive: true });
for (const node of nodes) {
  const title = titleByApp[node.displayName] ?? node.displayName.replace(/ Trigger$/, '');
  const icon = icons.get(title.toLowerCase());
  if (!icon) continue;
  // A trigger shares the icon of its app.
  slugs.set(node.name.slice(node.name.lastIndexOf('.') + 1).replace(/Trigger$/, ''), icon.slug);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#${icon.hex}"><path d="${icon.path}"/></svg>`;
  writeFileSync(`${ICON_DIRECTORY}/${icon.slug}.svg`, `${svg}\n`);
}

// Lines of about a hundred characters.
const names = [...new Set(slugs.values())]
  .sort()
  .join(' ')
  .replaceAll(/(.{1,100})(?: |$)/g, '$1\n')
  .trimEnd();
const others = [...slugs]
  .filter(([app, slug]) => app.toLowerCase() !== slug)
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([app, slug]) => `  ${app}: '${slug}',`);
writeFileSync(
  LIST,
  `// Written by scripts/copy-app-icons.ts.

/** The icons in public/app-icons. */
export const iconNames = \`${names}\`;

/** Icons that are not named as their app, by the app's short name. */
export const otherIconNames: Readonly<Record<string, string>> = {\n${others.join('\n')}\n};\n`,
);
console.info(`${slugs.size} apps have an icon.`);
