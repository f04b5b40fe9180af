import { type ComponentPropsWithoutRef, useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '#app/components/ui/icons.tsx';
import { useHydrated } from '#app/components/ui/use-hydrated.ts';
import { escapeHtml } from '#app/domain/encoding/html.ts';
import { memoize } from '#app/domain/memoize.ts';
import { t } from '#app/i18n/t.ts';
import { type ComboboxOption, useCombobox } from './use-combobox.ts';

export interface ComboboxProps {
  /** The attributes of a native select: id, name, the default value and its ARIA attributes. */
  select: ComponentPropsWithoutRef<'select'>;
  options: readonly ComboboxOption[];
  placeholder: string;
}

/**
 * A choice of many options, found by typing (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). Without JavaScript
 * it is the browser's own list; with JavaScript, that list stays hidden as the value that the form submits.
 */
export function Combobox({ select, options, placeholder }: ComboboxProps) {
  const isHydrated = useHydrated();
  const selectElement = useRef<HTMLSelectElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const chosenAtFirst = String(select.defaultValue ?? '');
  const [value, setValue] = useState(chosenAtFirst);
  const { id, ...attributes } = select;
  const listId = `${id}-list`;
  const optionId = (index: number) => `${id}-option-${index}`;

  const optionsHtml = useMemo(() => writeOptions(options, chosenAtFirst), [options, chosenAtFirst]);

  const box = useCombobox({
    options,
    value,
    onChoose(next) {
      setValue(next);
      if (!selectElement.current) return;
      selectElement.current.value = next;
      // Notifies the form as the native list would.
      selectElement.current.dispatchEvent(new Event('input', { bubbles: true }));
    },
  });

  // Adopts a choice made before hydration or restored by the browser.
  useEffect(() => {
    if (selectElement.current) setValue(selectElement.current.value);
  }, []);

  useEffect(() => {
    list.current?.children[box.activeIndex]?.scrollIntoView({ block: 'nearest' });
  }, [box.activeIndex]);

  return (
    <div className="combobox">
      <div className="input-box input-box--select">
        <select
          {...attributes}
          ref={selectElement}
          id={isHydrated ? `${id}-value` : id}
          className={isHydrated ? 'visually-hidden' : 'input-box__input'}
          // A refused form focuses its first invalid field: passes the focus on to the visible one.
          {...(isHydrated && {
            tabIndex: -1,
            'aria-hidden': true,
            onFocus: () => box.input.current?.focus(),
          })}
          // Hundreds of elements would be most of what the page costs the server.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is escaped.
          dangerouslySetInnerHTML={{ __html: optionsHtml }}
        />
        {isHydrated && (
          <input
            ref={box.input}
            id={id}
            className="input-box__input"
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={box.isOpen}
            aria-controls={listId}
            aria-activedescendant={
              box.isOpen && box.matches.length > 0 ? optionId(box.activeIndex) : undefined
            }
            aria-invalid={attributes['aria-invalid']}
            aria-describedby={attributes['aria-describedby']}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={placeholder}
            {...box.inputProps}
          />
        )}
        <Icon name="chevron-down" />
      </div>
      {isHydrated && (
        <div className="combobox__popup" hidden={!box.isOpen}>
          <div ref={list} id={listId} role="listbox" aria-label={placeholder} tabIndex={-1}>
            {box.isOpen &&
              box.matches.map((option, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the input, which says what is active.
                <div
                  key={option.value}
                  id={optionId(index)}
                  role="option"
                  className="combobox__option"
                  tabIndex={-1}
                  aria-selected={option.value === value}
                  data-active={index === box.activeIndex ? '' : undefined}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => box.choose(option)}
                >
                  {option.label}
                  {option.value === value && <Icon name="check" />}
                </div>
              ))}
          </div>
          {box.matches.length === 0 && <p className="combobox__none">{t('manage.combobox.none')}</p>}
          <span className="visually-hidden" role="status">
            {box.isSearching && t('manage.combobox.matches', { count: box.matches.length })}
          </span>
        </div>
      )}
    </div>
  );
}

/** @returns the options as React writes them. */
const writeOptions = memoize((options: readonly ComboboxOption[], chosen): string =>
  options
    .map(({ value, label }) => {
      const selected = value === chosen ? ' selected=""' : '';
      return `<option value="${escapeHtml(value)}"${selected}>${escapeHtml(label)}</option>`;
    })
    .join(''),
);
