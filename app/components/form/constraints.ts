/** What a browser can hold a form's fields to before anything is sent, by the fields' names. */
export type FormConstraints = Record<string, { required?: true; minLength?: number; maxLength?: number }>;
