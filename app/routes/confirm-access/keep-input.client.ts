import { input } from '#app/components/form/use-form.ts';

/** Controls whose input is typed again. */
const SECRETS = '[autocomplete*="password"], [autocomplete="one-time-code"]';

/** Keeps the input of the form that was posted last, for the next page to render; never its secrets. @returns forgets it. */
export function keepInput(): () => void {
  const { posted } = input;
  if (posted) {
    const values: Record<string, string | string[]> = {};
    for (const control of posted.elements) {
      const { name, value, type, checked } = control as HTMLInputElement;
      if (control.matches(SECRETS) || (/radio|checkbox/.test(type) && !checked)) continue;
      values[name] = name in values ? [values[name] ?? [], value].flat() : value;
    }
    input.kept = { id: posted.id, values };
  }
  return () => {
    input.kept = undefined;
  };
}
