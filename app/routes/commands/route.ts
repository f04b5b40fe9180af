import { json } from '@remix-run/cloudflare';
import { holds } from '#app/domain/access/grants.ts';
import type { Command } from '#app/domain/commands/command.ts';
import { member, onceConfirmed } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { pageTimezone } from '#app/http/timezone.ts';
import { workspaceUrl } from '#app/http/workspace-url.ts';
import { idsOf } from '#db/read.ts';
import { actionsFor } from './actions.ts';
import { helpCommands, invoiceCommands, memberCommands, pagesFor } from './items.ts';

const MAX_INVOICES = 100;
const NEWEST = { order: 'newest', cursor: null } as const;

/** The command palette's entries: only those that the viewer's role can open and run. */
export const loader = page(member('workspace:view', onceConfirmed), async ({ request, context, viewer }) => {
  const { services } = context;
  const canSeeBills = holds(viewer, 'billing:manage') && viewer.subscription !== null;
  const [people, payments] = await Promise.all([
    holds(viewer, 'member:manage') ? services.members.list(idsOf(viewer)) : null,
    canSeeBills ? services.billing.payments(viewer.account.id, MAX_INVOICES, NEWEST) : [],
  ]);
  const { zone } = pageTimezone(request, context.portal.isSecure, viewer.account.timezone);
  const commands: Command[] = [
    ...actionsFor(viewer, workspaceUrl(context.portal, viewer.workspace.name)),
    ...pagesFor(viewer),
    ...memberCommands(people?.members ?? []),
    ...invoiceCommands(payments, zone),
    ...(holds(viewer, 'support:ask') ? helpCommands() : []),
  ];
  return json({ commands });
});
