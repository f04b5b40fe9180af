import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { t } from '#app/i18n/t.ts';
import { Icon } from '../ui/icons.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import type { Palette, PaletteView } from './palette.tsx';

/** Opens the command palette, which is loaded then: by click, by Ctrl or Cmd with K, and its shortcuts by `?`. */
export function PaletteButton() {
  const isHydrated = useHydrated();
  const [view, setView] = useState<PaletteView | null>(null);
  const [Loaded, setLoaded] = useState<ComponentType<Parameters<typeof Palette>[0]>>();

  const open = useCallback(async (next: PaletteView) => {
    // A chunk that does not load rejects, which the chunk guard answers.
    const module = await import('./palette.tsx');
    if (next === 'shortcuts' && !module.isQuestionMarkOn()) return;
    await module.loadStyles();
    setLoaded(() => module.Palette);
    setView(next);
  }, []);

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
      void open(next);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open]);

  return (
    <>
      <button
        type="button"
        className="button button--quiet palette-button"
        aria-keyshortcuts="Control+K Meta+K"
        title={t('layout.commandsHint')}
        aria-disabled={!isHydrated || undefined}
        onClick={() => open('search')}
      >
        <span className="button__label">
          <Icon name="search" />
          <span className="palette-button__text">{t('layout.commands')}</span>
        </span>
      </button>
      {Loaded && view && <Loaded key={view} view={view} onClose={() => setView(null)} />}
    </>
  );
}
