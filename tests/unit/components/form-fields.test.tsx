import { Form } from '@remix-run/react';
import { describe, expect, test } from 'vitest';
import { CheckboxField, ChoiceGroupField } from '#app/components/form/choice-field.tsx';
import { formProps } from '#app/components/form/control-props.ts';
import { FormErrors } from '#app/components/form/error-list.tsx';
import { SelectField, TextField } from '#app/components/form/field.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { useForm } from '#app/components/form/use-form.ts';
import { en } from '#app/i18n/en/index.ts';
import { attributesOf, renderPage, textOf } from './render.tsx';

interface SignUp {
  email: string;
  password: string;
  size: 'small' | 'large';
  area: 'ops' | 'legal';
  newsletter?: boolean | undefined;
}

const typed = { email: 'ada@', password: 'hunter22', size: 'large', area: 'legal', newsletter: 'on' };

function Fields({ error }: { error?: Record<string, string[]> }) {
  const [form, fields] = useForm<SignUp>({
    id: 'sign-up',
    constraint: { email: { required: true, minLength: 6, maxLength: 254 }, password: { required: true } },
    ...(error && { lastResult: { status: 'error' as const, initialValue: typed, error } }),
  });
  return (
    <Form method="post" {...formProps(form)}>
      <FormErrors form={form} />
      <TextField field={fields.email} type="email" label="E-mail" hint="At work" suffix="@weft" />
      <PasswordField field={fields.password} label="Password" autoComplete="new-password" />
      <ChoiceGroupField
        field={fields.size}
        label="Size"
        hint="Roughly"
        options={[
          { value: 'small', label: 'Small' },
          { value: 'large', label: 'Large' },
        ]}
      />
      <SelectField field={fields.area} label="Area" options={[{ value: 'legal', label: 'Legal' }]} />
      <CheckboxField field={fields.newsletter} label="News" />
      <SubmitButton name="intent" value="go">
        Go
      </SubmitButton>
    </Form>
  );
}

const fresh = await renderPage(<Fields />);

describe('a form on its first render', () => {
  test('ties the label and the hint to the control', () => {
    const input = attributesOf(fresh, 'name="email"');
    expect(fresh).toContain(`for="${input.id}"`);
    expect(fresh).toContain(`id="${input['aria-describedby']}">At work`);
  });

  test('gives the browser the constraints of the form', () => {
    expect(attributesOf(fresh, 'name="email"')).toMatchObject({
      minLength: '6',
      maxLength: '254',
      required: '',
    });
  });

  test('reports nothing as invalid', () => {
    expect(fresh).not.toContain('aria-invalid');
    expect(fresh).not.toContain('field__errors');
  });

  test('shows no password toggle before a script can answer it', () => {
    expect(fresh).not.toContain('input-box__toggle');
  });

  test('submits with a plain button that keeps its name and value', () => {
    expect(attributesOf(fresh, 'name="intent"')).toMatchObject({ type: 'submit', value: 'go' });
  });
});

const refused = await renderPage(
  <Fields
    error={{
      '': [en.fieldErrors.required],
      email: [en.fieldErrors.email_too_short, en.fieldErrors.email_invalid],
      password: [en.fieldErrors.password_too_short],
      size: [en.fieldErrors.choose_one],
    }}
  />,
);

describe('a form that was refused', () => {
  test('describes the control by every sentence of its error and by its hint', () => {
    const input = attributesOf(refused, 'name="email"');
    expect(input['aria-invalid']).toBe('true');
    const [errorId, hintId] = input['aria-describedby']?.split(' ') ?? [];
    expect(refused).toContain(`id="${hintId}">At work`);
    const list =
      refused.slice(refused.indexOf(`<ul class="field__errors" id="${errorId}"`)).split('</ul>')[0] ?? '';
    expect(textOf(list)).toBe(`${en.fieldErrors.email_too_short} ${en.fieldErrors.email_invalid}`);
  });

  test('marks the radio group, not its buttons', () => {
    const group = attributesOf(refused, 'role="radiogroup"');
    expect(group['aria-invalid']).toBe('true');
    expect(refused).toContain(`id="${group['aria-labelledby']}">Size`);
    expect(group['aria-describedby']?.split(' ')).toHaveLength(2);
    expect(attributesOf(refused, 'value="small"')).not.toHaveProperty('aria-invalid');
  });

  test('keeps the input, but never the password', () => {
    expect(attributesOf(refused, 'name="email"').value).toBe('ada@');
    expect(attributesOf(refused, 'value="large"')).toHaveProperty('checked');
    expect(attributesOf(refused, 'name="newsletter"')).toHaveProperty('checked');
    expect(attributesOf(refused, 'value="legal"')).toHaveProperty('selected');
    expect(attributesOf(refused, 'name="password"')).not.toHaveProperty('value');
    expect(refused).not.toContain('hunter22');
  });

  test('announces errors of the whole form', () => {
    expect(refused).toMatch(new RegExp(`role="alert".*${en.fieldErrors.required}`));
  });
});
