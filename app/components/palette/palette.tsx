import { useNavigate, useSubmit } from '@remix-run/react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Command } from '#app/domain/commands/command.ts';
import { findCommands } from '#app/domain/commands/fuzzy.ts';
import { paths } from '#app/domain/paths.ts';
import { SEPARATOR, t } from '#app/i18n/t.ts';
import { useFrame } from '../layout/page-flash.tsx';
import { fetchJson } from '../ui/fetch-json.ts';
import { runCommand } from './run-command.ts';
import { Shortcuts } from './shortcuts.tsx';

export { isQuestionMarkOn } from './shortcut-setting.ts';

export type PaletteView = 'search' | 'shortcuts';

/** One opening of the palette: a new object each time. */
export interface PaletteOpening {
  view: PaletteView;
}

/** A modal dialog over the page: the search for commands, or the list of shortcuts. */
export function Palette({ opening, onClose }: { opening: PaletteOpening; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { view } = opening;
  const wasOpen = useRef(false);
  const [reopenings, setReopenings] = useState(0);
  // Ahead of the frame that would show it closed. `showModal()` throws on an open dialog, whose view changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog opens again with each opening.
  useLayoutEffect(() => {
    if (dialog.current?.open) return;
    dialog.current?.showModal();
    // Opened within its closing, it is still here with what was typed before.
    if (wasOpen.current) setReopenings((count) => count + 1);
    wasOpen.current = true;
  }, [opening]);
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t(view === 'search' ? 'commands.title' : 'commands.shortcuts')}
      // The event follows in a task of its own, before which a key can have opened the dialog again.
      onClose={() => dialog.current?.open || onClose()}
      // A click on the backdrop is one on the dialog itself.
      onMouseDown={(event) => {
        if (event.target !== dialog.current) return;
        // The press would take the focus that closing returns.
        event.preventDefault();
        dialog.current.close();
      }}
    >
      {view === 'search' ? <Search key={reopenings} onClose={onClose} /> : <Shortcuts />}
    </dialog>
  );
}

/** A combobox with its list always open (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). */
function Search({ onClose }: { onClose(): void }) {
  const { commands, hasFailed, load } = useCommands();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [said, setSaid] = useState('');
  const [asked, setAsked] = useState<Command | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const accountId = useFrame().accounts?.currentId ?? '';
  const means = { navigate: useNavigate(), submit: useSubmit(), accountId, say: setSaid, onClose };
  const found = findCommands(commands ?? [], typed);

  const select = (index: number) => {
    setActive(index);
    setAsked(null);
    setSaid('');
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  };
  const choose = (command: Command | undefined) => {
    if (!command) return;
    if (command.run.kind === 'post' && command.run.confirm && asked !== command) {
      setAsked(command);
      setSaid(command.run.confirm);
    } else void runCommand(command, means);
  };
  const press = (event: KeyboardEvent) => {
    // The keys are the input method's until the word is complete.
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: found.length - 1 };
    const step = steps[event.key];
    if (step !== undefined && found.length > 0) select((active + step) % found.length);
    else if (event.key === 'Enter') choose(found[active]);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <input
        className="palette__input"
        role="combobox"
        aria-label={t('commands.title')}
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={found[active] && `palette-${active}`}
        placeholder={t('commands.placeholder')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          select(0);
        }}
        onKeyDown={press}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the dialog opens for this field.
        autoFocus
      />
      <div
        ref={list}
        id="palette-list"
        role="listbox"
        aria-label={t('commands.title')}
        className="palette__list"
      >
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox, which keeps the focus.
          <div
            key={command.id}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseMove={() => index !== active && select(index)}
            onClick={() => choose(command)}
          >
            <span>{command.label}</span>
            <small>
              {command.hint ? command.hint + SEPARATOR : ''}
              {t(`commands.groups.${command.group}`)}
            </small>
          </div>
        ))}
      </div>
      <p role="status" className="palette__status">
        {said ||
          (hasFailed
            ? t('commands.failed')
            : commands
              ? found.length === 0 && t('commands.none')
              : t('commands.loading'))}
      </p>
      {hasFailed && (
        <button type="button" className="button button--secondary" onClick={load}>
          {t('layout.tryAgain')}
        </button>
      )}
    </>
  );
}

/** Reads what the viewer can do, each time the palette opens: roles and accounts change. */
function useCommands() {
  const [commands, setCommands] = useState<Command[] | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const load = async () => {
    setHasFailed(false);
    try {
      setCommands((await fetchJson<{ commands: Command[] }>(paths.commands)).commands);
    } catch {
      setHasFailed(true);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the palette opens.
  useEffect(() => void load(), []);
  return { commands, hasFailed, load };
}
