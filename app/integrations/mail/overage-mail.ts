import type { InstanceMailMessage } from '#app/domain/mail/messages.ts';
import { paths } from '#app/domain/paths.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import type { MailContent } from './layout.ts';

type OverageMail = Extract<InstanceMailMessage, { template: 'overage_begun' | 'overage_cap' }>;

/** @returns the text of a mail about executions beyond the plan, without the frame of all mails about a workspace. */
export function overageMailContent(
  { template, data }: OverageMail,
  portalUrl: string,
): Omit<MailContent, 'smallPrint'> {
  const { workspaceName, unitPrice } = data;
  const max = countText(data.maxExecutions);
  const words = { workspaceName, unitPrice, limit: countText(data.limit), max };
  const texts = template === 'overage_begun' ? 'overageBegun' : 'overageCap';
  return {
    subject: t(`instanceMail.${texts}.subject`, words),
    paragraphs: [t(`instanceMail.${texts}.body`, words), t(`instanceMail.${texts}.advice`, words)],
    action: { label: t('instanceMail.action.usage'), url: `${portalUrl}${paths.usage}` },
  };
}
