import { checkboxProps } from '#app/components/form/control-props.ts';
import { FieldErrors } from '#app/components/form/error-list.tsx';
import type { Field, Fieldset } from '#app/components/form/use-form.ts';
import { t } from '#app/i18n/t.ts';

const switches = ['manual', 'failed', 'successful'] as const;

type Switches = Partial<Record<(typeof switches)[number], boolean>>;

/** n8n's three switches for saving executions (spec §4). Checkboxes that look like and are announced as switches. */
export function SaveExecutionsField({ field }: { field: Field & { getFieldset(): Fieldset<Switches> } }) {
  const fields = field.getFieldset();
  return (
    <fieldset className="field" aria-describedby={field.descriptionId}>
      <legend className="field__label">{t('manage.settings.saveExecutions')}</legend>
      <p className="field__hint" id={field.descriptionId}>
        {t('manage.settings.saveExecutionsHint')}
      </p>
      <div className="switches">
        {switches.map((name) => {
          const props = checkboxProps(fields[name], { describedBy: fields[name].descriptionId });
          return (
            <div key={name} className="switch">
              <label htmlFor={fields[name].id}>{t(`manage.settings.${name}`)}</label>
              <span className="field__hint" id={fields[name].descriptionId}>
                {t(`manage.settings.${name}Hint`)}
              </span>
              {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its own state, and must not have aria-checked. */}
              <input className="switch__input" role="switch" {...props} />
            </div>
          );
        })}
      </div>
      <FieldErrors field={field} />
    </fieldset>
  );
}
