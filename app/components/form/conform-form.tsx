import type { FormProps } from '@remix-run/react';
import type { ReactNode } from 'react';
import { formProps } from './control-props.ts';
import { FormErrors } from './error-list.tsx';
import { PostForm } from './post-form.tsx';
import type { FormState } from './use-form.ts';

interface ConformFormProps extends Pick<FormProps, 'action' | 'encType' | 'onInput'> {
  form: FormState;
  children: ReactNode;
}

/** A posted form with the errors of the whole form above its fields. */
export function ConformForm({ form, children, ...attributes }: ConformFormProps) {
  return (
    <PostForm {...attributes} {...formProps(form)} className="form">
      <FormErrors form={form} />
      {children}
    </PostForm>
  );
}
