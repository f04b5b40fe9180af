import { PaletteButton } from '../palette/palette-button.tsx';
import { AccountMenu } from './account-menu.tsx';
import type { FrameViewer } from './page-flash.tsx';
import { useIdlePreload } from './use-idle-preload.ts';

export { Toasts, type ToastsProps } from '../toasts/toasts.tsx';

export interface HeaderToolsProps {
  viewer: FrameViewer;
}

/** The header's far end for signed-in people: the search and the account menu. */
export function HeaderTools({ viewer }: HeaderToolsProps) {
  useIdlePreload();
  return (
    <>
      <PaletteButton />
      <AccountMenu viewer={viewer} />
    </>
  );
}
