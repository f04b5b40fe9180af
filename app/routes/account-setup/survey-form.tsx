import type { z } from 'zod';
import { ChoiceGroupField } from '#app/components/form/choice-field.tsx';
import { ConformForm } from '#app/components/form/conform-form.tsx';
import { SelectField, TextField } from '#app/components/form/field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type PageForm, useForm } from '#app/components/form/use-form.ts';
import { OnboardingSteps } from '#app/components/onboarding/onboarding-steps.tsx';
import { Page } from '#app/components/ui/page.tsx';
import type { surveySchema } from '#app/domain/account/survey.ts';
import { codingSkills, companySizes, industries, workAreas } from '#app/domain/account/survey-options.ts';
import { t } from '#app/i18n/t.ts';

export interface SurveyFormProps extends PageForm {
  timezones: readonly string[];
  timezone: string;
}

/** The survey (spec §2 "Setup workspace"). "Other" opens its own field by the stylesheet, so that no script moves anything. */
export function SurveyForm({ timezones, timezone, ...given }: SurveyFormProps) {
  const [form, fields] = useForm<z.input<typeof surveySchema>>({
    id: 'survey',
    ...given,
    defaultValue: { timezone },
  });
  return (
    <Page title={t('setup.title')} lead={t('setup.lead')} eyebrow={<OnboardingSteps step="survey" />}>
      <ConformForm form={form}>
        <SelectField
          field={fields.workArea}
          label={t('survey.workArea')}
          options={workAreas.map((value) => ({ value, label: t(`survey.workAreas.${value}`) }))}
        />
        <div className="other-answer">
          <TextField field={fields.otherWorkArea} label={t('survey.otherWorkArea')} />
        </div>
        <ChoiceGroupField
          field={fields.codingSkills}
          label={t('survey.codingSkills')}
          hint={t('survey.codingSkillsHint')}
          columns={6}
          options={codingSkills.map((level) => ({ value: String(level), label: String(level) }))}
        />
        <SelectField
          field={fields.companyIndustry}
          label={t('survey.companyIndustry')}
          options={industries.map((value) => ({ value, label: t(`survey.industries.${value}`) }))}
        />
        <div className="other-answer">
          <TextField field={fields.otherCompanyIndustry} label={t('survey.otherCompanyIndustry')} />
        </div>
        <ChoiceGroupField
          field={fields.companySize}
          label={t('survey.companySize')}
          columns={3}
          options={companySizes.map((value) => ({ value, label: t(`survey.companySizes.${value}`) }))}
        />
        <SelectField
          field={fields.timezone}
          label={t('survey.timezone')}
          hint={t('manage.settings.timezoneHint')}
          placeholder={null}
          options={timezones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        />
        <SubmitButton size="lg">{t('setup.submit')}</SubmitButton>
      </ConformForm>
    </Page>
  );
}
