import { can } from '#app/domain/access/roles.ts';
import { type WarningLevel, warningLevel } from '#app/domain/instance/usage.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { CloseBannerForm } from './close-banner-form.tsx';
import type { FrameData } from './page-flash.tsx';

/** A banner that is shown until it is closed, once per workspace, month, limit and level, like its mail. */
interface ShownWarning {
  /** Such as `2026-11.1000.80`; `2026-11.1000.80.2` for the second workspace. */
  id: string;
  percent: WarningLevel;
  used: number;
  limit: number;
  /** Executions run on beyond the limit, and are paid for. */
  runsOn: boolean;
}

/** @returns the warning to show those who get its mail, until they close it; null on the screen that has the figures. */
export function selectUsageWarning(
  { viewer, closedUsageWarning, month }: FrameData,
  instance: InstanceView | null,
  pathname: string,
): ShownWarning | null {
  // `month` is that of the page's load: a newer reading shows that it is over.
  if (!viewer || !instance?.usage || instance.usage.timeframe < month) return null;
  if (pathname === paths.usage) return null;
  if (!can(viewer.role, 'billing:manage') && !can(viewer.role, 'workspace:configure')) return null;
  const used = instance.usage.executions;
  const limit = instance.limits.executions;
  const percent = warningLevel(used, limit);
  const { incarnation } = instance;
  const id = `${instance.usage.timeframe}.${limit}.${percent}${incarnation ? `.${incarnation}` : ''}`;
  if (percent === 0 || id === closedUsageWarning) return null;
  const runsOn = used < limit + (instance.overage?.terms?.maxExecutions ?? 0);
  return { id, percent, used, limit, runsOn };
}

/** Warns that the month's executions run out, at each level of the mails. */
export function UsageBanner({ warning: { id, percent, used, limit, runsOn } }: { warning: ShownWarning }) {
  // `percent` is the level of the warning; the banner shows how much is used by now.
  const share = limit > 0 ? Math.floor((used * 100) / limit) : percent;
  return (
    <Notice
      tone={percent >= 80 ? 'warning' : 'info'}
      title={t('usage.banner.title', { percent: share })}
      action={<ButtonLink to={paths.usage}>{t('usage.banner.action')}</ButtonLink>}
      closeForm={
        <CloseBannerForm label={t('usage.banner.close')}>
          <input type="hidden" name="usageWarning" value={id} />
        </CloseBannerForm>
      }
    >
      <p>
        {t('usage.banner.body', { used: countText(used), limit: countText(limit) })}{' '}
        {percent >= 100 && t(runsOn ? 'usage.banner.runsOn' : 'usage.banner.reached')}
      </p>
    </Notice>
  );
}
