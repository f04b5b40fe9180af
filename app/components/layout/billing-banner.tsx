import { useLocation } from '@remix-run/react';
import { can } from '#app/domain/access/roles.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { StateButton } from '../billing/state-button.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { CloseBannerForm } from './close-banner-form.tsx';
import type { FrameData, FrameViewer } from './page-flash.tsx';

/** @returns the payment problem that every page shows (spec §2, "Banners"); null without one, or once it was closed. */
export function bannerOf({ viewer, billing, isBannerClosed }: FrameData): 'past_due' | 'paused' | null {
  const status = billing?.status;
  if (!viewer || isBannerClosed) return null;
  return status === 'past_due' || status === 'paused' ? status : null;
}

/** A failed payment, shown until it is closed or resolved; roles without billing permission can only close it. */
export function BillingBanner({ status, viewer }: { status: 'past_due' | 'paused'; viewer: FrameViewer }) {
  const { pathname } = useLocation();
  const canPay = can(viewer.role, 'billing:manage');
  // Billing shows it itself, with more words and the same button.
  if (pathname === paths.billing) return null;
  return (
    <Notice
      tone="warning"
      title={t(`billing.state.${status}.title`)}
      action={canPay && <StateButton action={status === 'past_due' ? 'open-billing' : 'resubscribe'} />}
      closeForm={<CloseBannerForm label={t('billing.banner.close')} />}
    >
      {/* Roles without the button get a text that does not mention it. */}
      <p>
        {canPay || status === 'past_due'
          ? t(`billing.banner.${status}.body`)
          : t('billing.state.paused.body')}
      </p>
      {!canPay && <p>{t('billing.state.others')}</p>}
    </Notice>
  );
}

/** The upgrade button of the header during a trial (spec §2), for roles that can pay. */
export function UpgradeButton({ frame: { viewer, isTrialing } }: { frame: FrameData }) {
  if (!viewer || !isTrialing || !can(viewer.role, 'billing:manage')) return null;
  return (
    <ButtonLink to={paths.changePlan} variant="primary">
      {t('billing.upgrade')}
    </ButtonLink>
  );
}
