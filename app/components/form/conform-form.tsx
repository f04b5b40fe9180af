import type { FormEventHandler, ReactNode } from 'react';
import { formProps } from './control-props.ts';
import { FormErrors } from './error-list.tsx';
import { PostForm } from './post-form.tsx';
import type { FormState } from './use-form.ts';

export interface ConformFormProps {
  form: FormState;
  /** The address to post to; by default the current one. */
  action?: string;
  onInput?: FormEventHandler<HTMLFormElement>;
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
