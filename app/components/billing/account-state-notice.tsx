import { Link } from '@remix-run/react';
import { can } from '#app/domain/access/roles.ts';
import {
  accountStateOf,
  type StateAction,
  type StateSentence,
  type SubscriptionFacts,
  workspaceStateOf,
} from '#app/domain/billing/account-state.ts';
import { type StateScreen, screenStateOf } from '#app/domain/billing/screen-state.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { t } from '#app/i18n/t.ts';
import { bannerOf } from '../layout/billing-banner.tsx';
import { useFrame } from '../layout/page-flash.tsx';
import { Notice, type Tone } from '../ui/notice.tsx';
import { TimeText } from '../ui/time.tsx';
import { StateButton } from './state-button.tsx';

export interface AccountStateNoticeProps {
  screen: StateScreen;
  subscription: SubscriptionFacts;
  /** Null while its status cannot be read. */
  instance: InstanceView | null;
  /** The workspace's own present, UTC ms, where the screen knows it: counts the days to the deletion. */
  now?: number | undefined;
}

const tones: Record<StateSentence, Tone> = {
  trial_ended: 'danger',
  starting: 'info',
  past_due: 'warning',
  paused: 'danger',
  cancelled: 'warning',
  ended: 'danger',
  deleting: 'danger',
  deleted: 'info',
};

/** The consequences of the states of subscription and workspace, with dates, and the one button that a payer has for them. */
export function AccountStateNotice({ screen, subscription, instance, now }: AccountStateNoticeProps) {
  const frame = useFrame();
  const workspace = workspaceStateOf(instance);
  const state = screenStateOf(screen, subscription.state, workspace);
  if (state.redirectTo !== null || state.sentence === null) return null;
  const { sentence, action } = state;
  // The layout's banner shows a failed payment, with its button. Billing has no banner.
  if (sentence === 'past_due' && screen !== 'billing') return null;
  // The banner has the title and the button, and says to other roles that a payer can act: the notice repeats neither.
  const isBannerShown = screen !== 'billing' && bannerOf(frame) !== null;
  const canPay = frame.viewer !== null && can(frame.viewer.role, 'billing:manage');
  // These states announce a deletion that is still to come.
  const isBeforeDeletion =
    sentence === 'trial_ended' || sentence === 'paused' || sentence === 'cancelled' || sentence === 'ended';
  const deletesAt = isBeforeDeletion ? (instance?.deletionAt ?? subscription.deleteAt) : null;
  const countdown =
    now === undefined || deletesAt === null
      ? null
      : t('billing.state.countdown', { count: Math.max(0, Math.ceil((deletesAt - now) / DAY_MS)) });
  const isBanners = isBannerShown && sentence === 'paused';
  const isStopping =
    instance !== null && workspace === 'running' && (sentence === 'paused' || sentence === 'ended');
  if (isBanners && !canPay && deletesAt === null) return null;
  return (
    <Notice
      tone={tones[sentence]}
      role="none"
      title={isBanners ? countdown : t(`billing.state.${sentence}.title`)}
      action={
        canPay &&
        action &&
        !(isBannerShown && action === 'resubscribe') && <StateButton action={action} variant="primary" />
      }
    >
      {(canPay || !isBanners) && (
        <p>
          {isStopping ? t('billing.state.stopping') : t(`billing.state.${sentence}.body`)}{' '}
          {!isBanners && countdown}
        </p>
      )}
      {deletesAt !== null && (
        <p>
          <TimeText i18nKey="billing.state.deletion" at={deletesAt} format="dateTime" />
        </p>
      )}
      {sentence === 'deleted' && (
        <FinalBackup screen={screen} until={instance?.finalBackupUntil ?? null} now={now} />
      )}
      <Advice
        sentence={sentence}
        action={accountStateOf(subscription.state, workspace).action}
        canPay={canPay}
        isBannerShown={isBannerShown}
      />
    </Notice>
  );
}

interface AdviceProps {
  sentence: StateSentence;
  action: StateAction | null;
  canPay: boolean;
  isBannerShown: boolean;
}

/** The action of a payer; other people read who can do it, without a button. */
function Advice({ sentence, action, canPay, isBannerShown }: AdviceProps) {
  if (sentence === 'starting' || sentence === 'deleting') return null;
  if (!canPay) return !isBannerShown && <p>{t('billing.state.others')}</p>;
  if (action !== 'choose-plan' && action !== 'resubscribe' && action !== 'keep') return null;
  return <p>{t(`billing.state.${sentence === 'deleted' ? 'startAgain' : 'keepIt'}.${action}`)}</p>;
}

interface FinalBackupProps extends Pick<AccountStateNoticeProps, 'screen' | 'now'> {
  /** UTC ms; null without a final backup. */
  until: number | null;
}

/** The final backup of a deleted workspace. Its archive is in the list of backups until it expires. */
function FinalBackup({ screen, until, now }: FinalBackupProps) {
  if (until === null || (now !== undefined && until <= now)) {
    return <p>{t('billing.state.finalBackup.expired')}</p>;
  }
  return (
    <p>
      <TimeText i18nKey="billing.state.finalBackup.kept" at={until} format="date" />{' '}
      {screen !== 'backups' && <Link to={paths.backups}>{t('billing.state.finalBackup.open')}</Link>}
    </p>
  );
}
