import type { StateBadgeName } from '#app/domain/billing/account-state.ts';
import { t } from '#app/i18n/t.ts';
import { StatusBadge, type StatusBadgeProps } from '../ui/status-badge.tsx';

const tones: Record<StateBadgeName, StatusBadgeProps['tone']> = {
  trial: 'success',
  trial_ended: 'neutral',
  active: 'success',
  past_due: 'danger',
  paused: 'pending',
  cancelled: 'pending',
  ended: 'neutral',
};

/** The badge of a state of subscription and workspace; the same on every screen. */
export function StateBadge({ badge }: { badge: StateBadgeName | null }) {
  return badge && <StatusBadge tone={tones[badge]}>{t(`billing.badge.${badge}`)}</StatusBadge>;
}
