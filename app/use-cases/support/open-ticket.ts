import { requirePermission } from '#app/domain/access/require-permission.ts';
import { throttleOf } from '#app/domain/access/throttle-rules.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import type { Attachment } from '#app/domain/help/attachment.ts';
import { referenceOf } from '#app/domain/help/ticket.ts';
import type { TicketWords } from '#app/domain/help/ticket-form.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import type { Mail } from '#app/domain/mail/messages.ts';
import type { NewTicket } from '#db/queries/support.ts';
import type { Services } from '../services.ts';
import { countUpload } from '../throttle/count-upload.ts';
import { refuseWhenThrottled } from '../throttle/throttle.ts';
import { tryOrNull } from '../try-or-null.ts';
import type { ObjectPorts } from '../workspace/rpc.ts';
import { newTicketId } from './new-ticket-id.ts';

type Ports = Pick<Services, 'clock' | 'throttles' | 'tickets' | 'attachments' | 'supportEmail'> &
  ObjectPorts<'view'> & {
    /** Reports failures that do not prevent the ticket. */
    reportError(error: unknown): void;
  };

/**
 * The signed-in person: opens a support ticket. Stores it and queues two mails: one to support with the
 * account's data, one to the person. A form that is sent twice creates one ticket.
 *
 * The ticket matters most: while the attachment store is down, it is stored without the attachment, and while the
 * workspace's object is down, without the workspace's status.
 *
 * @returns the ticket's id.
 * @throws AppError forbidden, too_many_attempts, ticket_not_sent; uploads_used_up beside the attachment's field.
 */
export async function openTicket(
  ports: Ports,
  viewer: Viewer,
  form: TicketWords & { formKey: string; attachment: Attachment | null },
): Promise<string> {
  requirePermission(viewer, 'support:ask');
  if (form.attachment) await countAttachment(ports, viewer, form.attachment);
  const now = ports.clock.now();
  const id = newTicketId();
  const [attachment, instance] = await Promise.all([
    form.attachment && keepAttachment(ports, viewer, id, form.attachment),
    tryOrNull(ports, () => ports.workspaceObject(viewer.workspace.id).view(viewer.account.id)),
  ]);
  const { subject, body, formKey } = form;
  const ticket: NewTicket = { id, subject, body, attachment, formKey };
  // After a failure the attachment stays, since the row that names it may have been written.
  const { ticketId, ...counted } = await withErrorCode('ticket_not_sent', () =>
    ports.tickets.open({
      now,
      viewer,
      ticket,
      mails: mailsAbout(ticket, { viewer, instance, supportEmail: ports.supportEmail }),
      throttle: throttleOf('ticket:account', viewer.account.id),
    }),
  );
  if (ticketId === id) return id;
  const { key } = attachment ?? { key: null };
  if (key !== null) await tryOrNull(ports, () => ports.attachments.remove(key));
  if (ticketId !== null) return ticketId;
  refuseWhenThrottled(counted, ports.clock);
  throw new AppError('ticket_not_sent');
}

async function countAttachment(ports: Ports, viewer: Viewer, { bytes }: Attachment): Promise<void> {
  try {
    await countUpload(ports, viewer.account.id, bytes.byteLength);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw new AppError('ticket_not_sent', { cause });
    const { code, retryAfterSeconds } = cause;
    throw new AppError(code, {
      fields: { attachment: fieldError('attachments_used_up') },
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }
}

async function keepAttachment(
  ports: Ports,
  viewer: Viewer,
  ticketId: string,
  { name, type, bytes }: Attachment,
): Promise<NewTicket['attachment']> {
  const key = `tickets/${viewer.account.id}/${ticketId}`;
  const kept = await tryOrNull(ports, async () => {
    await ports.attachments.put(key, bytes, type);
    return key;
  });
  return { key: kept, name, type, bytes: bytes.byteLength };
}

function mailsAbout(
  { id, subject, body, attachment }: NewTicket,
  known: Pick<Services, 'supportEmail'> & { viewer: Viewer; instance: InstanceView | null },
): Mail[] {
  const { viewer, instance, supportEmail } = known;
  const { user, account, plan, subscription, workspace, role } = viewer;
  const ticket = {
    reference: referenceOf(id),
    subject,
    body,
    attachment: attachment && { name: attachment.name, bytes: attachment.bytes, key: attachment.key },
  };
  return [
    {
      template: 'support_ticket',
      to: supportEmail,
      data: {
        ticket,
        sender: { id: user.id, name: user.name, email: user.email, role },
        account: { id: account.id, name: account.name },
        plan: { id: plan.id, displayName: plan.displayName, supportTier: plan.supportTier },
        billingStatus: subscription?.status ?? null,
        workspace: {
          id: workspace.id,
          name: workspace.name,
          status: instance?.status ?? null,
          version: instance?.version.name ?? null,
        },
      },
    },
    { template: 'support_ticket_copy', to: user.email, data: { ticket, name: user.name } },
  ];
}
