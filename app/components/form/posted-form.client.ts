/** The browser's form that was posted last, and the one that /account/confirm-access interrupts; they keep their input. */
export const forms: { posted?: HTMLFormElement; interrupted?: HTMLFormElement | undefined } = {};

export function rememberPostedForm(): void {
  const remember = ({ target }: SubmitEvent) => {
    forms.posted = target as HTMLFormElement;
  };
  addEventListener('submit', remember, true);
}
