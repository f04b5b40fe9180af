import type { StateAction } from '#app/domain/billing/account-state.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { PostForm } from '../form/post-form.tsx';
import { SubmitButton, type SubmitButtonProps } from '../form/submit-button.tsx';
import { ButtonLink } from '../ui/button.tsx';

export interface StateButtonProps extends Pick<SubmitButtonProps, 'variant'> {
  action: StateAction;
}

const links: Partial<Record<StateAction, string>> = {
  'choose-plan': paths.changePlan,
  'change-plan': paths.changePlan,
  'open-billing': paths.billing,
};

/** The single button for a state of subscription and workspace; the same words on every screen. */
export function StateButton({ action, variant = 'secondary' }: StateButtonProps) {
  const label = t(`billing.action.${action}`);
  const to = links[action];
  if (to) {
    return (
      <ButtonLink to={to} variant={variant}>
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
