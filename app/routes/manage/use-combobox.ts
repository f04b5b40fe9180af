import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react';

interface Option {
  value: string;
  label: string;
}

const words = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s/_-]+/)
    .filter(Boolean);

/** @returns the options whose words begin with each typed word, or contain it. */
export function matching<Each extends Option>(options: readonly Each[], typed: string): readonly Each[] {
  const wanted = words(typed);
  return options.filter(({ label }) => {
    const text = words(label).join(' ');
    return wanted.every((word) => text.includes(word));
  });
}

/**
 * The state of a combobox: the input, the matching options, and the option that Enter would select. Input without a
 * selection is dropped on blur.
 */
export function useCombobox<Each extends Option>({
  options,
  value,
  onChoose,
}: {
  options: readonly Each[];
  value: string;
  onChoose(value: string): void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const matches = typed === null ? options : matching(options, typed);
  const chosen = options.find((option) => option.value === value);

  function open() {
    if (isOpen) return;
    setIsOpen(true);
    setActiveIndex(
      Math.max(
        0,
        options.findIndex((option) => option.value === value),
      ),
    );
  }

  function close() {
    setIsOpen(false);
    setTyped(null);
  }

  function choose(option: Each) {
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
      value: typed ?? chosen?.label ?? '',
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
