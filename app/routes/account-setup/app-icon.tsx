import { iconNames, otherIconNames } from './app-icon-names.ts';

const icons = new Set(iconNames.split(/\s/));

/** @returns the icon of an app, which its trigger shares; undefined without one. */
function slugOf(name: string): string | undefined {
  const app = name.slice(name.lastIndexOf('.') + 1).replace(/Trigger$/, '');
  const slug = otherIconNames[app] ?? app.toLowerCase();
  return icons.has(slug) ? slug : undefined;
}

/** @returns whether public/app-icons has a logo of the app. */
export function hasLogo(name: string): boolean {
  return slugOf(name) !== undefined;
}

/** An app's logo from public/app-icons, or else the catalogue's picture, or else the app's initial. */
export function AppIcon({
  name,
  displayName,
  icon,
}: {
  name: string;
  displayName: string;
  icon: string | null;
}) {
  const slug = slugOf(name);
  const src = slug ? `/app-icons/${slug}.svg` : icon;
  if (!src) return <span className="app-icon app-icon--letter">{displayName.slice(0, 1)}</span>;
  return <img className="app-icon" src={src} alt="" width={24} height={24} loading="lazy" />;
}
