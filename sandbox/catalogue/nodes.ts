import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type IconData, loadIcons } from './icons.ts';
import { popularApps } from './popular-apps.ts';

const source = z.array(
  z.object({
    id: z.int(),
    name: z.string(),
    displayName: z.string(),
    nodeCategories: z.array(z.string()),
  }),
);

/** An entry of the node catalogue. A lower `popularity` is more popular, as in n8n. */
export type CatalogueNode = z.infer<typeof source>[number] & {
  popularity: number;
  iconData: IconData | undefined;
};

/** The catalogue with its ranking: the curated apps in their order, then the rest by display name. */
export function loadNodes(): CatalogueNode[] {
  const path = join(import.meta.dirname, '..', 'data', 'node-catalogue.json');
  const nodes = source.parse(JSON.parse(readFileSync(path, 'utf8')));
  const rank = new Map(popularApps.map((displayName, index) => [displayName, index]));
  const icons = loadIcons(popularApps);
  return nodes
    .toSorted(
      (a, b) =>
        (rank.get(a.displayName) ?? popularApps.length) - (rank.get(b.displayName) ?? popularApps.length) ||
        a.displayName.localeCompare(b.displayName, 'en'),
    )
    .map((node, index) => ({ ...node, popularity: index + 1, iconData: icons.get(node.displayName) }));
}
