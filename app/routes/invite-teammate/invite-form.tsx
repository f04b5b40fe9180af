import { useForm } from '@conform-to/react';
import { type MouseEvent, useState } from 'react';
import { formProps } from '#app/components/form/control-props.ts';
import { FieldErrors, FormErrors } from '#app/components/form/error-list.tsx';
import { SelectField, TextField } from '#app/components/form/field.tsx';
import { PostForm } from '#app/components/form/post-form.tsx';
import { forms } from '#app/components/form/posted-form.client.ts';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import type { AnsweredForm } from '#app/components/form/use-form.ts';
import { OnboardingSteps } from '#app/components/onboarding/onboarding-steps.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Fact } from '#app/components/ui/fact.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { roles } from '#app/domain/access/roles.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

interface Row {
  email?: string;
  role?: string;
}

const emptyRow: Row = { email: '', role: 'member' };
const FIRST_ROWS = 3;
/** The maximum of one request. */
const MAX_ROWS = 20;
const submitId = 'invite-submit';

/** @returns empty rows, as many as an interrupted form has. The server has no such module. */
function firstRows(): Row[] {
  const typed = forms?.interrupted?.querySelectorAll('[type="email"]').length;
  return Array.from({ length: typed || FIRST_ROWS }, () => emptyRow);
}

/** Presses the visible button instead of the hidden one, so that it shows the submission and ignores a second one. */
function pressSubmit(event: MouseEvent) {
  event.preventDefault();
  document.getElementById(submitId)?.click();
}

/**
 * Several rows of people to invite (spec §2 "Invite teammates"); empty ones are ignored.
 * @param props.isSetUp whether the account is set up, so that this is no step of its setup.
 */
export function InviteForm({ isSetUp, lastResult }: { isSetUp: boolean } & AnsweredForm) {
  const [invitations] = useState(firstRows);
  const [form, fields] = useForm<{ invitations: Row[] }>({
    id: 'invite',
    lastResult,
    defaultValue: { invitations },
  });
  const rows = fields.invitations.getFieldList();
  const count = rows.filter((row) => row.value?.email?.trim()).length;
  return (
    <Page
      title={t('invite.title')}
      lead={t('invite.lead')}
      eyebrow={isSetUp ? undefined : <OnboardingSteps step="invite" />}
    >
      <PostForm {...formProps(form)} className="form">
        {/* Enter sends the invitations: a form's first button is the one that Enter presses. */}
        <button
          type="submit"
          className="visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
          onClick={pressSubmit}
        />
        <FormErrors form={form} />
        {rows.map((row, index) => {
          const { email, role } = row.getFieldset();
          const number = index + 1;
          return (
            <div key={row.key} className="field-row invite-row">
              <TextField
                field={email}
                type="email"
                label={t('invite.email', { number })}
                autoComplete="off"
              />
              <SelectField
                field={role}
                label={t('invite.role', { number })}
                placeholder={null}
                options={[...roles].reverse().map((value) => ({ value, label: t(`roles.${value}`) }))}
              />
              <Button
                {...form.remove.getButtonProps({ name: fields.invitations.name, index })}
                type="submit"
                variant="quiet"
                disabled={rows.length === 1}
                aria-label={t('invite.remove', { number })}
                icon="close"
              />
            </div>
          );
        })}
        <FieldErrors field={fields.invitations} />
        {rows.length < MAX_ROWS && (
          <Button
            {...form.insert.getButtonProps({ name: fields.invitations.name, defaultValue: emptyRow })}
            type="submit"
            variant="secondary"
          >
            {t('invite.add')}
          </Button>
        )}
        <RoleHints />
        <div className="cluster cluster--between">
          {isSetUp ? (
            <ButtonLink to={paths.accountMembers} variant="quiet">
              {t('invite.cancel')}
            </ButtonLink>
          ) : (
            <SubmitButton name="intent" value="skip" variant="quiet" formNoValidate>
              {t('invite.skip')}
            </SubmitButton>
          )}
          <SubmitButton size="lg" id={submitId}>
            {t('invite.submit', { count })}
          </SubmitButton>
        </div>
      </PostForm>
    </Page>
  );
}

function RoleHints() {
  return (
    <details>
      <summary>{t('invite.roleHints.title')}</summary>
      <dl className="facts">
        {roles.map((role) => (
          <Fact key={role} label={t(`roles.${role}`)}>
            {t(`invite.roleHints.${role}`)}
          </Fact>
        ))}
      </dl>
    </details>
  );
}
