import { useEffect, useState } from 'react';
import { t } from '#app/i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { getLoadedPalette, loadPalette, preloadPalette } from './load-palette.ts';
import type { PaletteOpening, PaletteView } from './palette.tsx';

/** Opens the palette, or its shortcuts by `?`. Hover and focus load it, so that the task of the click renders it. */
export function PaletteButton() {
  const isHydrated = useHydrated();
  const [opening, setOpening] = useState<PaletteOpening | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const palette = getLoadedPalette();

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target } = event;
      const isTyping =
        target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
      const next =
        (event.ctrlKey || event.metaKey) && key.toLowerCase() === 'k'
          ? 'search'
          : key === '?' && !isTyping
            ? 'shortcuts'
            : null;
      if (next === null) return;
      if (next === 'search') event.preventDefault();
      open(next, setOpening, setIsLoading);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  return (
    <>
      <Button
        variant="quiet"
        icon="search"
        className="palette-button"
        isPending={isLoading}
        aria-keyshortcuts="Control+K Meta+K"
        title={t('layout.commandsHint')}
        aria-disabled={!isHydrated || undefined}
        onPointerEnter={preloadPalette}
        onFocus={preloadPalette}
        onClick={() => open('search', setOpening, setIsLoading)}
      >
        <span className="palette-button__text">{t('layout.commands')}</span>
      </Button>
      {palette && opening && <palette.Palette opening={opening} onClose={() => setOpening(null)} />}
    </>
  );
}

/** @param show draws a view: in this same task if the palette is loaded. */
function open(
  view: PaletteView,
  show: (opening: PaletteOpening) => void,
  setIsLoading: (isLoading: boolean) => void,
): void {
  const palette = getLoadedPalette();
  if (palette) {
    if (view === 'search' || palette.isQuestionMarkOn()) show({ view });
    return;
  }
  setIsLoading(true);
  void loadPalette()
    .finally(() => setIsLoading(false))
    .then(() => open(view, show, setIsLoading));
}
