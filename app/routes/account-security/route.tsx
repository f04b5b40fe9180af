import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { AccountLayout } from '#app/components/account/account-layout.tsx';
import { FailureNotice, useFormAnswer } from '#app/components/form/form-answer.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { paths } from '#app/domain/paths.ts';
import { member, onceConfirmed } from '#app/http/admission.ts';
import { pageWithRead, type ReadArgs } from '#app/http/handlers.ts';
import { handleButton, intentAction } from '#app/http/intent-action.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { urlOf } from '#app/http/url-of.ts';
import { t } from '#app/i18n/t.ts';
import { appSetup, passkeySetup } from '#app/use-cases/second-factor/add-factor.ts';
import { forgetBrowser, removeFactor } from '#app/use-cases/second-factor/manage-factors.ts';
import { requireRecentProof } from '#app/use-cases/second-factor/recent-proof.ts';
import { AppsCard } from './apps-card.tsx';
import { BrowsersCard } from './browsers-card.tsx';
import { drawQrCode } from './draw-qr-code.ts';
import { addAppByForm, addPasskeyByForm, replaceCodesByForm, type ShownCodes } from './factor-forms.ts';
import { PasskeysCard } from './passkeys-card.tsx';
import { NewRecoveryCodes, RecoveryCodesCard } from './recovery-codes.tsx';

export const meta: MetaFunction = () => [{ title: t('accountSecurity.pageTitle') }];

const admitted = member('profile:manage', onceConfirmed, 'factor-owed-too');

/** A person's second factors; `?add=app` and `?add=passkey` set another one up. */
export const loader = pageWithRead(admitted, readFactors, async ({ request, context, viewer, found }) => {
  const { services } = context;
  const adds = urlOf(request).searchParams.get('add');
  // Before the setup is shown, so that people do not fetch their phone for nothing.
  if (adds !== null) requireRecentProof(services, viewer);
  const { known, factorsChangedAt, ...factors } = found;
  // After an action, the viewer is still the one before it.
  const hasFactor = found.apps.length + found.passkeys.length > 0;
  const app = adds === 'app' ? appSetup(services, viewer, factorsChangedAt) : null;
  return json({
    factors,
    isOwed: viewer.account.requiresSecondFactor && !hasFactor,
    hasFactor,
    app: app && { key: app.key, qr: drawQrCode(app.uri) },
    passkey: adds === 'passkey' ? await passkeySetup(services, viewer, known) : null,
  });
});

function readFactors({ context: { services }, ids }: ReadArgs) {
  return services.factors.overview(ids, services.clock.now());
}

const here = paths.accountSecurity;
const handleRemoval = (kind: 'app' | 'passkey') =>
  handleButton(
    here,
    'factor-removed',
    (services, actor, { factorId: id }) => removeFactor(services, actor, { kind, id }),
    portalForms.factor,
  );

export const action = intentAction(admitted, {
  'add-app': addAppByForm,
  'add-passkey': addPasskeyByForm,
  'replace-codes': replaceCodesByForm,
  'remove-app': handleRemoval('app'),
  'remove-passkey': handleRemoval('passkey'),
  'forget-browser': handleButton(here, 'browser-forgotten', forgetBrowser, portalForms.browser),
});

export default function AccountSecurity() {
  const { factors, isOwed, hasFactor, app, passkey } = useLoaderData<typeof loader>();
  const {
    failure,
    lastResult,
    own: codes,
  } = useFormAnswer<ShownCodes>({ ownKey: 'recoveryCodes', formIntents: ['add-app', 'add-passkey'] });
  return (
    <AccountLayout screen="security">
      <FailureNotice sentence={failure} />
      {codes && <NewRecoveryCodes codes={codes.recoveryCodes} next={codes.next} />}
      {isOwed && <Notice tone="warning">{t('errors.second_factor_needed')}</Notice>}
      {!(isOwed || hasFactor) && <Notice tone="info">{t('accountSecurity.off')}</Notice>}
      {/* The setup closes once the factor is added. */}
      <AppsCard apps={factors.apps} setup={codes ? null : app} lastResult={lastResult} />
      <PasskeysCard passkeys={factors.passkeys} setup={codes ? null : passkey} lastResult={lastResult} />
      {hasFactor && (
        <>
          <RecoveryCodesCard left={factors.recoveryCodes} />
          <BrowsersCard browsers={factors.remembered} />
        </>
      )}
    </AccountLayout>
  );
}
