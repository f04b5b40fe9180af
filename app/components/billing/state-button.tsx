import type { StateAction } from '#app/domain/billing/account-state.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { PostForm } from '../form/post-form.tsx';
import { SubmitButton, type SubmitButtonProps } from '../form/submit-button.tsx';
import { ButtonLink } from '../ui/button.tsx';

export interface StateButtonProps extends Pick<SubmitButtonProps, 'variant'> {
  action: StateAction;
}

/** The single button for a state of subscription and workspace; the same words on every screen. */
export function StateButton({ action, variant = 'secondary' }: StateButtonProps) {
  const label = t(`billing.action.${action}`);
  if (action === 'choose-plan' || action === 'change-plan') {
    return (
      <ButtonLink to={paths.changePlan} variant={variant}>
        {label}
      </ButtonLink>
    );
  }
  if (action === 'open-billing') {
    return (
      <ButtonLink to={paths.billing} variant={variant}>
        {label}
      </ButtonLink>
    );
  }
  // Spec §4, "Resubscribe": the server knows what the state asks for.
  return (
    <PostForm action={paths.billing}>
      <SubmitButton name="intent" value="resubscribe" variant={variant}>
        {label}
      </SubmitButton>
    </PostForm>
  );
}
