import type { Mail } from '#app/domain/mail/messages.ts';

const to = '7@7.example';

/** @returns a mail of each kind and variant. @param text everything in it that people, workspaces and providers write. */
export function mailSamples(text: string): Mail[] {
  const at = Date.UTC(2026, 11, 3, 14, 5);
  const about = { name: text, workspaceName: text };
  const overage = { ...about, limit: 2_500, maxExecutions: 3_000, unitPrice: text, timeframe: '2026-12' };
  const billed = { ...about, amount: '$24.00', date: at, planName: text };
  const ticket = {
    reference: text,
    subject: text,
    body: text,
    attachment: { name: text, bytes: 7_000, key: null },
  };

  // A new kind of mail has no way past the type.
  const mails: { [Template in Mail['template']]: Array<Extract<Mail, { template: Template }>['data']> } = {
    confirm_email: [{ accountName: text, token: text }],
    already_registered: [{}],
    invitation: (['owner', 'billing', 'operator', 'member'] as const).map((role) => ({
      inviterEmail: to,
      accountName: text,
      role,
      token: text,
    })),
    magic_link: [{ name: text, token: text }],
    reset_password: [{ name: text, token: text }],
    password_changed: [{ name: text }],
    confirm_new_email: [{ token: text }],
    email_already_used: [{}],
    email_change_requested: [{ name: text, newEmail: to }],
    email_changed: [{ name: text, newEmail: to }],
    second_factor_changed: (
      [
        ...(['app_added', 'app_removed', 'passkey_added', 'passkey_removed'] as const),
        ...(['recovery_code_used', 'recovery_codes_replaced', 'all_removed'] as const),
      ] as const
    ).map((change) => ({ name: text, change, label: text })),
    second_factor_guessed: [{ name: text }],
    second_factor_removal_requested: [{ name: text, removeToken: text, keepToken: text, validFrom: at }],
    removed_from_account: [{ name: text, accountName: text }],
    plan_welcome: [billed],
    payment_receipt: [
      { ...billed, invoiceNumber: text },
      { ...billed, invoiceNumber: null },
    ],
    payment_failed: [billed],
    card_expiring: [billed],
    subscription_paused: [billed],
    subscription_cancelled: [billed],
    subscription_resumed: [billed],
    support_ticket: ([null, 'active', 'trialing', 'past_due', 'paused', 'deleted'] as const).map(
      (billingStatus, index) => ({
        ticket,
        sender: { id: text, name: text, email: to, role: 'owner' },
        account: { id: text, name: text },
        plan: { id: text, displayName: text, supportTier: 'standard' },
        billingStatus,
        workspace: {
          id: text,
          name: text,
          status: index < 4 ? (index as 0 | 1 | 2 | 3) : null,
          version: null,
        },
      }),
    ),
    support_ticket_copy: [
      { name: text, ticket },
      { name: text, ticket: { ...ticket, attachment: null } },
    ],
    trial_reminder: [{ ...about, endsAt: at }],
    trial_ended: [{ ...about, deletionAt: at }],
    deletion_warning: (['trial_ended', 'paused', 'cancelled'] as const).map((reason) => ({
      ...about,
      deletionAt: at,
      reason,
    })),
    workspace_deleted: [
      { ...about, backupUntil: at, incarnation: 1 },
      { ...about, backupUntil: at, incarnation: 1, finalBackupToken: text },
    ],
    usage_warning: [80, 100].map((percent) => ({
      ...about,
      percent,
      executions: 2_000,
      limit: 2_500,
      timeframe: '2026-12',
    })),
    overage_begun: [overage],
    overage_cap: [overage],
    version_stale: [{ ...about, version: '1.2', target: '1.3', updateAt: at }],
    version_updated: [{ ...about, version: '1.2', target: '1.3' }],
    update_rehearsed: (['passed', 'blocked', 'failed'] as const).flatMap((verdict) =>
      [1, 2].map((problems) => ({
        ...about,
        version: '1.2',
        target: '1.3',
        updateAt: at,
        verdict,
        problems,
      })),
    ),
    update_went_back: [{ ...about, version: '1.2', target: '1.3' }],
    webhooks_waiting: [1, 2].map((waiting) => ({
      ...about,
      waiting,
      oldestAt: at,
      oldestUntil: at,
      isPaused: waiting === 1,
    })),
  };

  return Object.entries(mails).flatMap(([template, ofTemplate]) =>
    // The table above pairs them.
    ofTemplate.map((data) => ({ template, to, data }) as Mail),
  );
}
