import { json } from '@remix-run/cloudflare';
import { holds } from '#app/domain/access/grants.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Command } from '#app/domain/commands/command.ts';
import { member, onceConfirmed } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { pageTimezone } from '#app/http/timezone.ts';
import { workspaceUrl } from '#app/http/workspace-url.ts';
import { idsOf } from '#db/read.ts';
import { actionsFor } from './actions.ts';
import { helpCommands, invoiceCommands, memberCommands, pagesFor } from './items.ts';

/** The command palette's entries: only those that the viewer's role can open and run. */
export const loader = page(member('workspace:view', onceConfirmed), async ({ request, context, viewer }) => {
  const [members, payments] = await Promise.all([
    readMembers(context, viewer),
    readPayments(context, viewer),
  ]);
  const { zone } = pageTimezone(request, context.portal.isSecure, viewer.account.timezone);
  const commands: Command[] = [
    ...actionsFor(viewer, workspaceUrl(context.portal, viewer.workspace.name)),
    ...pagesFor(viewer),
    ...memberCommands(members),
    ...invoiceCommands(payments, zone),
    ...(holds(viewer, 'support:ask') ? helpCommands() : []),
  ];
  return json({ commands });
});

const MAX_INVOICES = 100;

async function readMembers({ services }: RequestContext, viewer: Viewer) {
  if (!holds(viewer, 'member:manage')) return [];
  return (await services.members.list(idsOf(viewer))).members;
}

async function readPayments({ services }: RequestContext, viewer: Viewer) {
  if (!holds(viewer, 'billing:manage') || viewer.subscription === null) return [];
  return services.billing.payments(viewer.account.id, MAX_INVOICES, { order: 'newest', cursor: null });
}
