/** What a browser can hold a field to before anything is sent. */
export interface Constraint {
  required?: boolean | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  pattern?: string | undefined;
}

/** A form's constraints, by the fields' names. */
export type FormConstraints = Record<string, Constraint>;
