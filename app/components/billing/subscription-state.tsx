import { Form } from '@remix-run/react';
import { Trans, useTranslation } from 'react-i18next';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { paths } from '#app/http/paths.ts';
import { SubmitButton, type SubmitButtonProps } from '../form/submit-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { LocalTime } from '../ui/time.tsx';

export interface SubscriptionStateProps {
  subscription: Pick<Subscription, 'status' | 'cancelsAt' | 'currentPeriodEndsAt'>;
  /** When the workspace is deleted for it, UTC ms; null when it is not. */
  deleteAt: number | null;
}

type Trouble = 'past_due' | 'paused' | 'cancelled' | 'deleted';

/** @returns what needs doing about a subscription; null while it simply goes on. */
function troubleOf({ status, cancelsAt }: SubscriptionStateProps['subscription']): Trouble | null {
  if (status === 'past_due' || status === 'paused' || status === 'deleted') return status;
  return cancelsAt === null ? null : 'cancelled';
}

/** What is wrong with the subscription, what it leads to and when, and the one button that puts it right. */
export function SubscriptionState({ subscription, deleteAt }: SubscriptionStateProps) {
  const { t } = useTranslation();
  const trouble = troubleOf(subscription);
  if (trouble === null) return null;
  const when = deleteAt ?? subscription.cancelsAt ?? subscription.currentPeriodEndsAt;
  return (
    <Notice
      tone={trouble === 'past_due' || trouble === 'cancelled' ? 'warning' : 'danger'}
      role="none"
      title={t(`billing.state.${trouble}.title`)}
      action={<ResubscribeForm label={t(`billing.state.${trouble}.action`)} variant="primary" />}
    >
      <Trans
        i18nKey={`billing.state.${trouble}.body`}
        components={{ when: <LocalTime at={when} format="date" /> }}
      />
    </Notice>
  );
}

interface ResubscribeFormProps extends Pick<SubmitButtonProps, 'variant'> {
  label: string;
}

/** Spec §4, "Resubscribe": what it does depends on the state, and the server knows. */
export function ResubscribeForm({ label, variant = 'secondary' }: ResubscribeFormProps) {
  return (
    <Form method="post" action={paths.billing}>
      <SubmitButton action={paths.billing} name="intent" value="resubscribe" variant={variant}>
        {label}
      </SubmitButton>
    </Form>
  );
}
