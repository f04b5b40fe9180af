import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react';

export interface ComboboxOption {
  value: string;
  label: string;
}

const words = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s/_-]+/)
    .filter(Boolean);

/** @returns the options whose words begin with each typed word, or contain it. */
export function matching(options: readonly ComboboxOption[], typed: string): readonly ComboboxOption[] {
  const wanted = words(typed);
  return options.filter(({ label }) => {
    const text = words(label).join(' ');
    return wanted.every((word) => text.includes(word));
  });
}

interface ComboboxChoice {
  options: readonly ComboboxOption[];
  value: string;
  onChoose(value: string): void;
}

/** The state of a combobox. Input without a selection is dropped on blur. */
export function useCombobox({ options, value, onChoose }: ComboboxChoice) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const matches = typed === null ? options : matching(options, typed);
  const chosenIndex = options.findIndex((option) => option.value === value);

  function open() {
    if (isOpen) return;
    setIsOpen(true);
    setActiveIndex(Math.max(0, chosenIndex));
  }

  function close() {
    setIsOpen(false);
    setTyped(null);
  }

  function choose(option: ComboboxOption) {
    onChoose(option.value);
    close();
  }

  function onKeyDown(event: KeyboardEvent) {
    // The keys are the input method's until the word is complete.
    if (event.nativeEvent.isComposing) return;
    const last = matches.length - 1;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        event.preventDefault();
        if (!isOpen) return open();
        const step = event.key === 'ArrowDown' ? 1 : -1;
        const next = activeIndex + step;
        return setActiveIndex(next > last ? 0 : next < 0 ? Math.max(0, last) : next);
      }
      case 'Enter': {
        if (!isOpen) return;
        // The first Enter chooses; the second submits the form.
        event.preventDefault();
        const active = matches[activeIndex];
        return active && choose(active);
      }
      case 'Escape':
        if (!isOpen) return;
        event.preventDefault();
        return close();
      default:
    }
  }

  return {
    input,
    isOpen,
    isSearching: isOpen && typed !== null,
    activeIndex,
    matches,
    choose,
    inputProps: {
      value: typed ?? options[chosenIndex]?.label ?? '',
      onChange(event: ChangeEvent<HTMLInputElement>) {
        setIsOpen(true);
        setTyped(event.currentTarget.value);
        setActiveIndex(0);
      },
      onKeyDown,
      onClick: open,
      // Typing replaces the current choice.
      onFocus: () => input.current?.select(),
      onBlur: close,
    },
  };
}
