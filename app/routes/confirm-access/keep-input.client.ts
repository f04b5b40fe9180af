import { forms } from '#app/components/form/posted-form.client.ts';

/** Controls whose input is typed again, or is the page's own. */
const SKIPPED =
  'button, [autocomplete*="password"], [autocomplete="one-time-code"], [type="hidden"], [type="file"]';

type Control = HTMLInputElement;

/** Keeps the form that was posted last, to fill the same form of the next page with its input. @returns fills it. */
export function keepInput(): () => void {
  const { posted } = forms;
  forms.interrupted = posted;
  return () => {
    forms.interrupted = undefined;
    const again = posted && [...document.forms].find((form) => identityOf(form) === identityOf(posted));
    for (const [index, element] of [...(again?.elements ?? [])].entries()) {
      const [control, typed] = [element, posted?.elements[index]] as [Control, Control | undefined];
      const isChoice = /radio|checkbox/.test(control.type);
      if (!typed || typed.name !== control.name || control.matches(SKIPPED)) continue;
      if (!isChoice) control.value = typed.value;
      else if (control.value === typed.value) control.checked = typed.checked;
      control.dispatchEvent(new Event('input', { bubbles: true }));
    }
  };
}

/** @returns the address, buttons and hidden fields of a form, which distinguish it from the page's other forms. */
function identityOf(form: HTMLFormElement): string {
  const fixed = form.querySelectorAll<HTMLInputElement | HTMLButtonElement>('button, [type="hidden"]');
  return [form.getAttribute('action'), ...[...fixed].map(({ name, value }) => name + value)].join();
}
