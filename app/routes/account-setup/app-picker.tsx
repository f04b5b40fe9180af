import { useEffect, useRef, useState } from 'react';
import { ChoiceTile } from '#app/components/form/choice-field.tsx';
import { ConformForm } from '#app/components/form/conform-form.tsx';
import { FieldErrors } from '#app/components/form/error-list.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type AnsweredForm, useForm } from '#app/components/form/use-form.ts';
import { OnboardingSteps } from '#app/components/onboarding/onboarding-steps.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Page } from '#app/components/ui/page.tsx';
import type { SelectableApp } from '#app/domain/catalogue/selectable-apps.ts';
import { t } from '#app/i18n/t.ts';
import { AppIcon } from './app-icon.tsx';

export interface AppPickerProps extends AnsweredForm {
  apps: readonly SelectableApp[];
  isComplete: boolean;
}

const SEARCH_MAX_LENGTH = 100;

/** The app picker (spec §2 "App selection"). A search hides tiles and never unticks them. */
export function AppPicker({ apps, isComplete, lastResult }: AppPickerProps) {
  const [form, fields] = useForm<{ apps: string[] }>({ id: 'apps', lastResult });
  const [search, setSearch] = useState('');
  const [count, setCount] = useState(() => apps.filter(({ selected }) => selected).length);
  const list = useRef<HTMLFieldSetElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const read = () => {
    setSearch(searchBox.current?.value ?? '');
    setCount(list.current?.querySelectorAll(':checked').length ?? 0);
  };
  // The search and the ticks may have been made, or restored by the browser, before the script ran.
  useEffect(read, []);
  const words = search.trim().toLowerCase();
  const isShown = (displayName: string) => displayName.toLowerCase().includes(words);
  const hasMatch = apps.some((app) => isShown(app.displayName));

  return (
    <Page
      title={t('apps.title')}
      lead={t('apps.lead')}
      width="wide"
      eyebrow={<OnboardingSteps step="apps" />}
    >
      <ConformForm form={form}>
        {!isComplete && <Notice tone="info">{t('apps.incomplete')}</Notice>}
        <input type="hidden" name="intent" value="apps" />
        <label className="field">
          <span className="field__label">{t('apps.search')}</span>
          <span className="input-box">
            <input
              ref={searchBox}
              className="input-box__input"
              type="search"
              maxLength={SEARCH_MAX_LENGTH}
              value={search}
              onChange={read}
              // Enter in the search field searches; it does not submit the form.
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.preventDefault();
              }}
            />
          </span>
        </label>
        <fieldset
          ref={list}
          className="app-grid grid grid--sm"
          id={fields.apps.id}
          aria-describedby={fields.apps.errorId}
          onChange={read}
        >
          <legend className="visually-hidden">{t('apps.list')}</legend>
          {apps.map((app) => (
            <div key={app.name} hidden={!isShown(app.displayName)}>
              <ChoiceTile
                type="checkbox"
                name={fields.apps.name}
                value={app.name}
                label={app.displayName}
                defaultChecked={app.selected}
                media={<AppIcon {...app} />}
              />
            </div>
          ))}
        </fieldset>
        {!hasMatch && <p role="status">{t('apps.noMatch')}</p>}
        <div className="sticky-actions">
          <FieldErrors field={fields.apps} />
          <span className="text-muted" aria-live="polite">
            {t('apps.chosen', { count })}
          </span>
          <SubmitButton size="lg">{t('apps.submit')}</SubmitButton>
        </div>
      </ConformForm>
    </Page>
  );
}
