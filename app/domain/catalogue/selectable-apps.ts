/** An icon as n8n's catalogue gives it: a whole picture, or the name of a font icon. */
export type IconData = { type: 'file'; fileBuffer: string } | { type: 'icon'; icon: string };

/** An entry of the catalogue that a person can choose (spec §3, "Node catalogue entry"). */
export interface CatalogueApp {
  /** The catalogue's. */
  id: string;
  /** The node's technical name, such as `n8n-nodes-base.slack`. */
  name: string;
  displayName: string;
  /** Null for an entry without a picture or a font icon. */
  iconData: IconData | null;
}

/** A catalogue entry in the app picker. */
export interface SelectableApp extends Omit<CatalogueApp, 'iconData'> {
  /** Data URL of the catalogue's picture; null where the picker has a logo or shows a letter. */
  icon: string | null;
  selected: boolean;
}

/** Pictures that a page carries in all, in characters: the catalogue's 400 would weigh megabytes. */
const MAX_ICON_CHARACTERS = 100_000;
/** Only pictures: any other data URL is not for an image. */
const picture = /^data:image\/(?:svg\+xml|png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/;

/** @param apps in the picker's order: the first get the pictures. @param chosen names. @param hasLogo by an app's name. */
export function toSelectableApps(
  apps: readonly CatalogueApp[],
  chosen: ReadonlySet<string>,
  hasLogo: (name: string) => boolean,
): SelectableApp[] {
  let left = MAX_ICON_CHARACTERS;
  return apps.map(({ id, name, displayName, iconData }) => {
    const file = iconData?.type === 'file' && !hasLogo(name) ? iconData.fileBuffer : null;
    const icon = file !== null && file.length <= left && picture.test(file) ? file : null;
    left -= icon?.length ?? 0;
    return { id, name, displayName, icon, selected: chosen.has(name) };
  });
}
