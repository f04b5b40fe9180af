import { ConformForm } from '#app/components/form/conform-form.tsx';
import { TextField } from '#app/components/form/field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type AnsweredForm, useForm } from '#app/components/form/use-form.ts';
import { CodeField } from '#app/components/security/code-field.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { type AuthenticatorApp, MAX_AUTHENTICATOR_APPS } from '#app/domain/access/second-factor.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { FactorRows } from './factor-rows.tsx';
import { SetupButtons } from './setup-buttons.tsx';

/** The key of a new app as text and as a QR code. */
interface AppSetup {
  key: string;
  qr: { path: string; size: number };
}

interface AppsCardProps extends AnsweredForm {
  apps: readonly AuthenticatorApp[];
  /** The app being added; null when none is. */
  setup: AppSetup | null;
}

/** The person's authenticator apps, and the setup of another one. */
export function AppsCard({ apps, setup, lastResult }: AppsCardProps) {
  return (
    <Card title={t('accountSecurity.apps.title')}>
      <p className="text-muted">{t('accountSecurity.apps.lead')}</p>
      <FactorRows factors={apps} intent="remove-app" />
      {apps.length >= MAX_AUTHENTICATOR_APPS ? (
        <p>{t('accountSecurity.limit', { count: MAX_AUTHENTICATOR_APPS })}</p>
      ) : setup ? (
        <AddApp setup={setup} lastResult={lastResult} />
      ) : (
        <p>
          <ButtonLink to={`${paths.accountSecurity}?add=app`} icon="plus" variant="secondary">
            {t('accountSecurity.apps.add')}
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}

/** @returns the key in groups of four letters. */
function groupsOf(key: string): { at: number; letters: string }[] {
  return Array.from({ length: Math.ceil(key.length / 4) }, (_, index) => ({
    at: index,
    letters: key.slice(index * 4, index * 4 + 4),
  }));
}

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
            {groupsOf(setup.key).map(({ at, letters }) => (
              <span key={at}>{letters}</span>
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

/**
 * A QR code that the server drew, black on white in both themes since scanners expect it so.
 *
 * @param path the dark modules as SVG path data, within `size` by `size` units with the quiet zone.
 * @param label its text for screen readers.
 */
export function QrCode({ path, size, label }: { path: string; size: number; label: string }) {
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
