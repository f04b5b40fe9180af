import { Link } from '@remix-run/react';
import { type PageForm, useForm } from '#app/components/form/use-form.ts';
import { MAGIC_LINK_LIFETIME_MS, RESET_LIFETIME_MS } from '#app/domain/access/links.ts';
import { paths } from '#app/domain/paths.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { t } from '#app/i18n/t.ts';
import { ConformForm } from '../form/conform-form.tsx';
import { TextField } from '../form/field.tsx';
import { SubmitButton } from '../form/submit-button.tsx';
import { useFrame } from '../layout/page-flash.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';

const requests = {
  'magic-link': {
    title: 'magicLink.title',
    lead: 'magicLink.lead',
    sent: 'magicLink.sent',
    action: paths.magicLink,
    lifetimeMs: MAGIC_LINK_LIFETIME_MS,
  },
  'forgot-password': {
    title: 'forgotPassword.title',
    lead: 'forgotPassword.lead',
    sent: 'forgotPassword.sent',
    action: paths.forgotPassword,
    lifetimeMs: RESET_LIFETIME_MS,
  },
} as const;

export interface EmailRequestFormProps extends PageForm {
  /** The requested link. */
  kind: keyof typeof requests;
  isSent: boolean;
  /** The sandbox's inbox; null in production. */
  inboxUrl: string | null;
}

/** Asks for the e-mail address of a link. The response is the same for every address, known or not. */
export function EmailRequestForm({ kind, isSent, inboxUrl, ...given }: EmailRequestFormProps) {
  const { action, ...words } = requests[kind];
  const email = useFrame().viewer?.email;
  const [form, fields] = useForm<{ email: string }>({ id: kind, defaultValue: { email }, ...given });
  if (isSent) return <RequestedMail kind={kind} inboxUrl={inboxUrl} />;
  return (
    <Page title={t(words.title)} lead={t(words.lead)} width="narrow">
      <ConformForm form={form} action={action}>
        <TextField field={fields.email} type="email" label={t('requestedMail.email')} autoComplete="email" />
        <SubmitButton size="lg">{t('requestedMail.submit')}</SubmitButton>
      </ConformForm>
      <BackLink />
    </Page>
  );
}

function RequestedMail({ kind, inboxUrl }: Pick<EmailRequestFormProps, 'kind' | 'inboxUrl'>) {
  const { sent, action, lifetimeMs } = requests[kind];
  return (
    <Page title={t('requestedMail.title')} lead={t(sent, { minutes: lifetimeMs / MINUTE_MS })} width="narrow">
      <p>{t('requestedMail.spam')}</p>
      <ButtonLink to={action}>{t('requestedMail.again')}</ButtonLink>
      {inboxUrl && (
        <ButtonLink to={inboxUrl} target="_blank" variant="quiet">
          {t('requestedMail.inbox')}
        </ButtonLink>
      )}
      <BackLink />
    </Page>
  );
}

function BackLink() {
  const { viewer } = useFrame();
  return (
    <p>
      {viewer ? (
        <Link to={paths.account}>{t('requestedMail.backToAccount')}</Link>
      ) : (
        <Link to={paths.login}>{t('requestedMail.backToLogin')}</Link>
      )}
    </p>
  );
}
