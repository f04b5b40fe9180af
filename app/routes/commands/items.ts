import { accountScreensFor } from '#app/components/layout/account-screens.ts';
import { navigationFor } from '#app/components/layout/navigation.ts';
import { manageScreensFor } from '#app/components/manage/manage-screens.ts';
import { dayText } from '#app/components/ui/time.tsx';
import type { Member } from '#app/domain/access/member.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { moneyText } from '#app/domain/billing/money.ts';
import type { Payment } from '#app/domain/billing/payment.ts';
import type { Command } from '#app/domain/commands/command.ts';
import { faqGroupIds, faqGroups } from '#app/domain/help/faq.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

/** @returns the screens that the viewer can open, from the navigation and the tabs: each once. */
export function pagesFor(viewer: Viewer): Command[] {
  const { role } = viewer;
  const who = { role, hasBilling: viewer.subscription !== null };
  const screens = [
    ...navigationFor(who).map(({ to, screen }) => ({ to, label: t(`layout.navigation.${screen}`) })),
    ...manageScreensFor(who).map(({ to, screen }) => ({ to, label: t(`manage.tabs.${screen}`) })),
    ...accountScreensFor(role).map(({ to, screen }) => ({ to, label: t(`accountPage.tabs.${screen}`) })),
    { to: paths.apiReference, label: t('commands.apiReference') },
  ];
  // /manage is in the navigation and the first of its tabs.
  const byPath = new Map(screens.map((screen) => [screen.to, screen.label]));
  return [...byPath].map(([to, label]) => ({
    id: `page-${to}`,
    group: 'pages',
    label,
    run: { kind: 'open', to },
  }));
}

/** @returns the account's people; their screen is where one finds them. */
export function memberCommands(members: readonly Pick<Member, 'userId' | 'name' | 'email'>[]): Command[] {
  return members.map(({ userId, name, email }) => ({
    id: `member-${userId}`,
    group: 'members',
    label: name,
    hint: email,
    run: { kind: 'open', to: paths.accountMembers },
  }));
}

/** @returns the bills that have an invoice, newest first. @param zone of their dates, as on the billing page. */
export function invoiceCommands(payments: readonly Payment[], zone: string): Command[] {
  return payments.flatMap(({ id, invoiceNumber, date, total }) => {
    if (invoiceNumber === null) return [];
    return {
      id: `invoice-${id}`,
      group: 'invoices',
      hint: `${dayText(date, zone)} ${moneyText(total)}`,
      label: t('commands.invoice', { number: invoiceNumber }),
      run: { kind: 'open', to: `${paths.billingInvoice}/${encodeURIComponent(id)}`, isFile: true },
    };
  });
}

/** @returns the questions of the help center, each with a link to its answer. */
export function helpCommands(): Command[] {
  return faqGroupIds
    .flatMap((group): readonly string[] => faqGroups[group])
    .map((id) => ({
      id: `help-${id}`,
      group: 'help',
      label: t(`help.faq.${id as 'restart'}.question`),
      run: { kind: 'open', to: `${paths.help}#${id}` },
    }));
}
