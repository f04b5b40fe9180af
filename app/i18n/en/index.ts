import { access } from './access.ts';
import { account } from './account.ts';
import { activity } from './activity.ts';
import { api } from './api.ts';
import { apiDescription } from './api-description.ts';
import { apiTokens } from './api-tokens.ts';
import { backup } from './backup.ts';
import { billing } from './billing.ts';
import { billingMail } from './billing-mail.ts';
import { commands } from './commands.ts';
import { dashboard } from './dashboard.ts';
import { errors } from './errors.ts';
import { fieldErrors } from './field-errors.ts';
import { flags } from './flags.ts';
import { help } from './help.ts';
import { instance } from './instance.ts';
import { instanceMail } from './instance-mail.ts';
import { layout } from './layout.ts';
import { mail } from './mail.ts';
import { manage } from './manage.ts';
import { notices } from './notices.ts';
import { onboarding } from './onboarding.ts';
import { security } from './security.ts';
import { supportMail } from './support-mail.ts';
import { survey } from './survey.ts';
import { ui } from './ui.ts';
import { usage } from './usage.ts';
import { webhooks } from './webhooks.ts';

/** Every sentence a person reads, by area. English is the only language (spec §1). */
export const en = {
  ...access,
  ...account,
  activity,
  api,
  apiDescription,
  apiTokens,
  backup,
  billing,
  billingMail,
  commands,
  dashboard,
  errors,
  fieldErrors,
  help,
  ...flags,
  instance,
  instanceMail,
  layout,
  mail,
  manage,
  notices,
  ...onboarding,
  ...security,
  supportMail,
  survey,
  ui,
  usage,
  webhooks,
} as const;
