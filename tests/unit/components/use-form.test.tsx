import { Form } from '@remix-run/react';
import { expect, test } from 'vitest';
import {
  checkboxProps,
  choiceProps,
  formProps,
  selectProps,
  textProps,
} from '#app/components/form/control-props.ts';
import { type FormOptions, useForm } from '#app/components/form/use-form.ts';
import { attributesOf, renderPage } from './render.tsx';

interface Settings {
  name: string;
  zone: string;
  days: string;
  scopes: string[];
  keep: { failed?: boolean; manual?: boolean };
}

function Settings(options: Pick<FormOptions<Settings>, 'lastResult' | 'constraint'>) {
  const [form, fields] = useForm<Settings>({
    id: 'settings',
    defaultValue: { name: 'Ada', zone: 'Etc/UTC', days: '90', keep: { failed: true, manual: false } },
    ...options,
  });
  const keep = fields.keep.getFieldset();
  return (
    <Form {...formProps(form)}>
      <input {...textProps(fields.name, true)} />
      <select {...selectProps(fields.zone)}>
        <option>Europe/Paris</option>
        <option>Etc/UTC</option>
      </select>
      {choiceProps(fields.days, 'radio', ['30', '90']).map((choice) => (
        <input key={choice.value} {...choice} />
      ))}
      {choiceProps(fields.scopes, 'checkbox', ['read', 'write']).map((choice) => (
        <input key={choice.value} {...choice} />
      ))}
      <input {...checkboxProps(keep.failed)} />
      <input {...checkboxProps(keep.manual)} />
    </Form>
  );
}

test('shows default values, also nested ones', async () => {
  const page = await renderPage(<Settings />);
  expect(attributesOf(page, 'name="name"')).toMatchObject({
    value: 'Ada',
    form: 'settings',
    id: 'settings-name',
  });
  expect(page).toMatch(/<option selected="">Etc\/UTC/);
  expect(attributesOf(page, 'value="90"')).toHaveProperty('checked');
  expect(attributesOf(page, 'value="30"')).not.toHaveProperty('checked');
  expect(attributesOf(page, 'name="keep.failed"')).toHaveProperty('checked');
  expect(attributesOf(page, 'name="keep.manual"')).not.toHaveProperty('checked');
});

test('shows repeated input instead of the default values', async () => {
  const initialValue = { name: 'Grace', days: '30', scopes: ['write'], keep: { manual: 'on' } };
  const page = await renderPage(<Settings lastResult={{ status: 'error', initialValue, error: {} }} />);
  expect(attributesOf(page, 'name="name"').value).toBe('Grace');
  expect(attributesOf(page, 'value="30"')).toHaveProperty('checked');
  expect(attributesOf(page, 'value="write"')).toHaveProperty('checked');
  expect(attributesOf(page, 'value="read"')).not.toHaveProperty('checked');
  expect(attributesOf(page, 'name="keep.failed"')).not.toHaveProperty('checked');
  expect(attributesOf(page, 'name="keep.manual"')).toHaveProperty('checked');
});

test('describes a control by its error before its hint, and the form by its own error', async () => {
  const error = { '': ['No.'], name: ['Too long.'] };
  const page = await renderPage(<Settings lastResult={{ status: 'error', error }} />);
  expect(attributesOf(page, 'name="name"')).toMatchObject({
    'aria-invalid': 'true',
    'aria-describedby': 'settings-name-error settings-name-description',
  });
  expect(attributesOf(page, 'id="settings"')['aria-describedby']).toBe('settings-error');
  expect(attributesOf(page, 'name="zone"')).not.toHaveProperty('aria-invalid');
});

test('requires a radio group, and no single checkbox of several', async () => {
  const constraint = {
    name: { required: true, maxLength: 9 },
    days: { required: true },
    scopes: { required: true },
  };
  const page = await renderPage(<Settings constraint={constraint} />);
  expect(attributesOf(page, 'name="name"')).toMatchObject({ required: '', maxLength: '9' });
  expect(attributesOf(page, 'value="30"')).toHaveProperty('required');
  expect(attributesOf(page, 'value="read"')).not.toHaveProperty('required');
});
