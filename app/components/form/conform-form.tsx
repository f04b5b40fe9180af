import { type FormMetadata, getFormProps } from '@conform-to/react';
import { Form } from '@remix-run/react';
import type { FormEventHandler, ReactNode } from 'react';
import { FormErrors } from './error-list.tsx';

export interface ConformFormProps {
  form: FormMetadata;
  /** Where it posts to; by default the current address. */
  action?: string;
  onInput?: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** A posted form with the errors of the whole form above its fields. */
export function ConformForm({ form, children, ...attributes }: ConformFormProps) {
  return (
    <Form method="post" {...attributes} {...getFormProps(form)} className="form">
      <FormErrors form={form} />
      {children}
    </Form>
  );
}
