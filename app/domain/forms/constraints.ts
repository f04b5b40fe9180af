/** HTML constraints, which a browser validates before it submits. */
export interface Constraint {
  required?: boolean | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  pattern?: string | undefined;
}

/** A form's constraints, by the fields' names. */
export type FormConstraints = Record<string, Constraint>;
