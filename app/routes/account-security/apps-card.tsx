import { ConformForm } from '#app/components/form/conform-form.tsx';
import { TextField } from '#app/components/form/field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type AnsweredForm, useForm } from '#app/components/form/use-form.ts';
import { CodeField } from '#app/components/security/code-field.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { type AuthenticatorApp, MAX_AUTHENTICATOR_APPS } from '#app/domain/access/second-factor.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import type { QrCodeData } from './draw-qr-code.ts';
import { FactorsCard, SetupButtons } from './factors-card.tsx';

/** The key of a new app as text and as a QR code. */
interface AppSetup {
  key: string;
  qr: QrCodeData;
}

interface AppsCardProps extends AnsweredForm {
  apps: readonly AuthenticatorApp[];
  /** The app being added; null when none is. */
  setup: AppSetup | null;
}

/** The person's authenticator apps, and the setup of another one. */
export function AppsCard({ apps, setup, lastResult }: AppsCardProps) {
  return (
    <FactorsCard kind="app" factors={apps} max={MAX_AUTHENTICATOR_APPS}>
      {setup && <AddApp setup={setup} lastResult={lastResult} />}
    </FactorsCard>
  );
}

const GROUP_OF_FOUR = /.{1,4}/g;

function AddApp({ setup, lastResult }: { setup: AppSetup } & AnsweredForm) {
  const [form, fields] = useForm<{ name: string; code: string }>({
    id: 'add-app',
    lastResult,
    constraint: { name: { required: true, maxLength: 60 }, code: { required: true } },
    defaultValue: { name: t('accountSecurity.apps.namePlaceholder') },
  });
  const action = `${paths.accountSecurity}?add=app`;
  return (
    <ConformForm form={form} action={action}>
      <p>{t('accountSecurity.apps.scan')}</p>
      <div className="app-setup">
        <QrCode {...setup.qr} label={t('accountSecurity.apps.qr')} />
        <p>
          {t('accountSecurity.apps.key')}
          <br />
          <code className="secret setup-key">
            {[...setup.key.matchAll(GROUP_OF_FOUR)].map(({ 0: letters, index }) => (
              <span key={index}>{letters}</span>
            ))}
          </code>{' '}
          <CopyButton text={setup.key} label={t('accountSecurity.apps.copyKey')} />
        </p>
      </div>
      <TextField field={fields.name} label={t('accountSecurity.name')} autoComplete="off" />
      <CodeField field={fields.code} label={t('accountSecurity.apps.code')} inputMode="numeric" />
      <SetupButtons>
        <SubmitButton name="intent" value="add-app">
          {t('accountSecurity.apps.submit')}
        </SubmitButton>
      </SetupButtons>
    </ConformForm>
  );
}

/** A QR code, black on white in both themes since scanners expect it so. @param label its text for screen readers. */
export function QrCode({ path, size, label }: QrCodeData & { label: string }) {
  // Whole pixels per module keep all modules the same size.
  const pixels = size * 3;
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      width={pixels}
      height={pixels}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
