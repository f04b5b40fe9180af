import { appIcons } from './app-icon-names.ts';

/** An app's logo from public/app-icons, or its initial where the free set has none. */
export function AppIcon({ name, displayName }: { name: string; displayName: string }) {
  const slug = appIcons[name.slice(name.lastIndexOf('.') + 1)];
  if (!slug) return <span className="app-icon app-icon--letter">{displayName.slice(0, 1)}</span>;
  return (
    <img className="app-icon" src={`/app-icons/${slug}.svg`} alt="" width={24} height={24} loading="lazy" />
  );
}
