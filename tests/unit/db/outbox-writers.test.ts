import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { hashTokenSync, newToken } from '#app/crypto/secrets.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { surveySchema } from '#app/domain/account/survey.ts';
import type { ProviderEvent } from '#app/domain/billing/provider-event.ts';
import type { BillingStatus } from '#app/domain/billing/subscription.ts';
import type { InstanceMail } from '#app/domain/instance/machine/events.ts';
import { instanceMailSchema, type Mail, mailSchema, outboxBodySchema } from '#app/domain/mail/messages.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { billingStore } from '#db/queries/billing.ts';
import { credentialStore } from '#db/queries/credentials.ts';
import { receiveInstanceOutbox } from '#db/queries/instance-outbox.ts';
import { memberStore } from '#db/queries/members.ts';
import { onboardingStore } from '#db/queries/onboarding.ts';
import { recoveryStore } from '#db/queries/recovery.ts';
import { registrationStore } from '#db/queries/registrations.ts';
import { factorStore } from '#db/queries/second-factor/factors.ts';
import { factorProofStore } from '#db/queries/second-factor/proofs.ts';
import { factorRemovalStore } from '#db/queries/second-factor/removals.ts';
import { ticketStore } from '#db/queries/support.ts';
import { workspaceStore } from '#db/queries/workspaces.ts';
import { accounts, outbox } from '#db/schema/index.ts';
import { type AccountRows, newAccount, newMember, newSession, write } from '../../support/account-rows.ts';
import { subscriptionWith } from '../../support/billing-events.ts';
import { testClient as client, ownDatabase, viewerOf } from '../../support/own-database.ts';

const database = ownDatabase();
const now = Date.now();
const rule = { limit: 100, windowMs: DAY_MS };
const throttleOf = (key: string) => ({ key, rule });
let account: AccountRows;
let viewer: Viewer;

/** An account whose owner, billing contact and member are confirmed, with a running workspace. */
beforeAll(async () => {
  const db = database();
  const made = newAccount(db, { step: null, subscription: null });
  account = made.account;
  await write(db, [...made.statements, ...newMember(db, account.accountId, 'billing').statements]);
  await db.update(accounts).set({ checkoutReference: 'chk_1' }).where(sql`id = ${account.accountId}`);
  viewer = await viewerOf(db, account.owner.token, now);
});

const act = () => ({ now, viewer, client });

/** Opens a session of the owner, whose password the tests do not know. */
async function signInAgain(): Promise<void> {
  const { accountId, owner } = account;
  const { session, statement } = newSession(database(), { userId: owner.userId, accountId });
  await write(database(), [statement]);
  viewer = await viewerOf(database(), session.token, now);
}

const instanceMails: InstanceMail[] = [
  { template: 'trial_reminder', data: { endsAt: now } },
  { template: 'trial_ended', data: { deletionAt: now } },
  { template: 'deletion_warning', data: { deletionAt: now, reason: 'paused' } },
  { template: 'workspace_deleted', data: { backupUntil: now, incarnation: 2, finalBackupToken: 'secret' } },
  { template: 'usage_warning', data: { percent: 80, executions: 8, limit: 10, timeframe: '2026-01' } },
  {
    template: 'overage_begun',
    data: { limit: 10, maxExecutions: 1_000, unitPrice: '$8.00', timeframe: '2026-01' },
  },
  {
    template: 'overage_cap',
    data: { limit: 10, maxExecutions: 1_000, unitPrice: '$8.00', timeframe: '2026-01' },
  },
  { template: 'version_stale', data: { version: '1', target: '2', updateAt: now } },
  { template: 'version_updated', data: { version: '1', target: '2' } },
  {
    template: 'update_rehearsed',
    data: { version: '1', target: '2', updateAt: now, verdict: 'passed', problems: 0 },
  },
  { template: 'update_went_back', data: { version: '1', target: '2' } },
  {
    template: 'webhooks_waiting',
    data: { waiting: 3, oldestAt: now, oldestUntil: now + 1, isPaused: false },
  },
];

function subscriptionEvent(
  at: number,
  type: string,
  change: { status?: BillingStatus; cancelsAt?: number },
): ProviderEvent {
  const occurredAt = new Date(now + at).toISOString();
  return {
    id: `evt_${at}`,
    type,
    occurredAt,
    kind: 'subscription' as const,
    snapshot: {
      subscription: subscriptionWith({ currentPeriodEndsAt: now + 30 * DAY_MS, ...change }),
      claim: { accountId: account.accountId, reference: 'chk_1' },
      boughtBy: null,
      customerId: 'ctm_1',
      taxInclusive: false,
      updatedAt: occurredAt,
    },
  };
}

function paymentEvent(at: number, status: 'paid' | 'failed'): ProviderEvent {
  return {
    id: `evt_${at}`,
    type: 'transaction.updated',
    occurredAt: new Date(now + at).toISOString(),
    kind: 'transaction' as const,
    claim: { accountId: null, reference: null },
    subscriptionId: 'sub_1',
    isDunning: true,
    isBill: true,
    method: { kind: 'card', brand: 'visa', lastFour: '4242', expiry: '12/2040' },
    payment: {
      id: `txn_${at}`,
      date: now,
      total: { amount: 2_400, currency: 'USD' },
      status,
      invoiceNumber: null,
    },
  } as ProviderEvent;
}

/** Every part of the product that writes to the outbox, in the order in which an account meets them. */
const writers: Record<string, () => Promise<unknown>> = {
  async registration() {
    const store = registrationStore(database());
    const registered = {
      now,
      userId: 'usr_new',
      accountId: 'acc_new',
      workspaceId: 'wks_new',
      humanCheckId: 'check',
      accountName: 'new-labs',
      planId: 'trial-1',
      name: 'New',
      email: 'new@example.com',
      client,
      emailNormalized: 'new@example.com',
      passwordHash: 'none',
      wantsNewsletter: false,
      timezone: 'Etc/UTC',
      sessionTokenHash: newToken(),
      deviceTokenHash: newToken(),
    };
    const confirmMail: Mail = {
      template: 'confirm_email',
      to: registered.email,
      data: { accountName: 'new-labs', token: 'token' },
    };
    const alreadyRegisteredMail: Mail = { template: 'already_registered', to: registered.email, data: {} };
    await store.create({
      ...registered,
      confirmationTokenHash: 'confirm',
      mail: confirmMail,
      cause: 'network:192.0.2.1',
    });
    const renewal = {
      confirmMail,
      alreadyRegisteredMail,
      cause: 'network:192.0.2.1',
      userId: 'usr_new',
    };
    const later = now + DAY_MS / 2;
    await store.renewConfirmation({
      ...renewal,
      now: later,
      emailNormalized: 'new@example.com',
      tokenHash: 'confirm-2',
    });
    await store.renewConfirmation({
      ...renewal,
      now: later + DAY_MS,
      emailNormalized: account.owner.email,
      tokenHash: 'confirm-3',
    });
    const by = { kind: 'registrant', sessionTokenHash: registered.sessionTokenHash } as const;
    await store.confirm({ now, tokenHash: 'confirm', by, client });
  },
  async onboarding() {
    const store = onboardingStore(database());
    const answer = surveySchema.parse({
      workArea: 'product',
      otherWorkArea: '',
      codingSkills: 1,
      companyIndustry: 'saas',
      otherCompanyIndustry: '',
      companySize: '<20',
      timezone: 'Asia/Tokyo',
    });
    await store.saveSurvey({ ...act(), answer });
    const invited = { id: 'inv_alan', email: 'alan@example.com', emailNormalized: 'alan@example.com' };
    await store.invite({
      ...act(),
      expiresAt: now + DAY_MS,
      roles: ['member'],
      throttle: throttleOf('invite'),
      inboxRule: rule,
      invitations: [
        {
          ...invited,
          inboxKey: 'inbox',
          inboxLimitKey: 'all',
          role: 'member',
          token: 'token',
          tokenHash: 'alan',
        },
      ],
    });
  },
  async members() {
    const store = memberStore(database());
    const roles = ['owner', 'billing', 'operator', 'member'] as const;
    await store.resendInvitation({
      ...act(),
      roles,
      token: 'token',
      tokenHash: 'resent',
      expiresAt: now + DAY_MS,
      perAccount: throttleOf('resend'),
      perInbox: throttleOf('inbox'),
      inboxLimitKey: 'all',
      invitationId: account.invitation.id,
    });
    const change = { ...act(), roles, userId: account.teammate.userId };
    await store.changeRole({ ...change, role: 'operator', invitable: [] });
    await store.remove(change);
  },
  async recovery() {
    const store = recoveryStore(database());
    const request = {
      now,
      client,
      emailNormalized: account.owner.email,
      token: 'token',
      expiresAt: now + DAY_MS,
      perEmail: throttleOf('by-email'),
      perAddress: throttleOf('by-address'),
      cause: 'network:192.0.2.1',
      deviceTokenHash: 'device',
    };
    await store.requestLink({ ...request, purpose: 'magic_link', tokenHash: 'magic' });
    await store.requestLink({ ...request, purpose: 'reset_password', tokenHash: 'reset' });
    await store.resetPassword({
      now,
      client,
      tokenHash: 'reset',
      passwordHash: 'none',
    });
  },
  async credentials() {
    const store = credentialStore(database());
    // The reset of the password ended the sessions.
    await signInAgain();
    const token = newToken();
    await store.changePassword({
      ...act(),
      passwordHash: 'none',
      sessionTokenHash: hashTokenSync(token),
    });
    viewer = await viewerOf(database(), token, now);
    const request = {
      ...act(),
      token: 'token',
      expiresAt: now + DAY_MS,
      throttle: throttleOf('email'),
    };
    await store.requestEmailChange({
      ...request,
      email: 'taken@example.com',
      emailNormalized: account.owner.email,
      tokenHash: 'taken',
    });
    await store.requestEmailChange({
      ...request,
      email: 'ada2@example.com',
      emailNormalized: 'ada2@example.com',
      tokenHash: 'changed',
    });
    await store.changeEmail({
      now,
      client,
      tokenHash: 'changed',
    });
  },
  async secondFactors() {
    const userId = account.owner.userId;
    await factorProofStore(database()).recordRefusal({
      now,
      client,
      userId,
      kind: 'second_factor_refused' as const,
      warns: true,
    });
    const store = factorStore(database());
    await store.addApp({
      ...act(),
      id: 'app_1',
      name: 'Phone',
      recoveryCodeHashes: ['code'],
      secret: 'v1.secret',
      secretHash: 'hash',
      drift: 0,
      step: 1,
      limit: 5,
    });
    await store.requireOfAll({ ...act(), isRequired: true });
    await factorRemovalStore(database()).request({
      now,
      client,
      userId,
      tokens: { remove: 'r', keep: 'k' },
      validFrom: now,
      expiresAt: now + DAY_MS,
      tokenHashes: { remove: 'remove', keep: 'keep' },
      throttle: throttleOf('removal'),
    });
  },
  async support() {
    const ticket = { reference: 'T-1', subject: 'Help', body: 'It hangs.', attachment: null };
    const mails: Mail[] = [
      {
        template: 'support_ticket',
        to: 'support@example.com',
        data: {
          ticket,
          sender: { id: viewer.user.id, name: viewer.user.name, email: viewer.user.email, role: viewer.role },
          account: { id: viewer.account.id, name: viewer.account.name },
          plan: {
            id: viewer.plan.id,
            displayName: viewer.plan.displayName,
            supportTier: 'standard',
          },
          billingStatus: null,
          workspace: { ...viewer.workspace, status: null, version: null },
        },
      },
      {
        template: 'support_ticket_copy',
        to: viewer.user.email,
        data: { name: viewer.user.name, ticket },
      },
    ];
    await ticketStore(database()).open({
      now,
      viewer,
      mails,
      throttle: throttleOf('tickets'),
      ticket: { id: 'T-1', subject: 'Help', body: 'It hangs.', attachment: null, formKey: 'form' },
    });
  },
  async billing() {
    const store = billingStore(database());
    const events = [
      subscriptionEvent(1, 'subscription.created', {}),
      paymentEvent(2, 'paid'),
      paymentEvent(3, 'failed'),
      subscriptionEvent(4, 'subscription.updated', { cancelsAt: now + DAY_MS }),
      subscriptionEvent(5, 'subscription.paused', { status: 'paused' }),
      subscriptionEvent(6, 'subscription.resumed', {}),
    ];
    for (const event of events) await store.receive([{ event, rawBody: '{}' }], now);
    await store.mailExpiringCards({ expiry: '12/2040', lastDay: now }, now);
    await signInAgain();
    const { subscription } = viewer;
    if (!subscription) throw new Error('The events made no subscription.');
    await store.claimChange(act(), { kind: 'cancellation_requested' }, subscription, true);
    // In an account that pays; the other writers need the billing contact.
    const contact = sql`account_id = ${account.accountId} AND role IN ('billing', 'operator')`;
    for (const role of ['operator', 'billing'])
      await database().run(sql`UPDATE memberships SET role = ${role} WHERE ${contact}`);
  },
  async instance() {
    const facts = await workspaceStore(database()).instanceFacts(account.workspaceId);
    if (!facts) throw new Error('The workspace has no facts.');
    const mails = instanceMails.map((mail) => ({ kind: 'mail' as const, id: mail.template, mail }));
    const unitPrice = { amount: 800, currency: 'USD' };
    const overage = { month: '2026-01', part: 1, executions: 7, unitPrice };
    const items = [...mails, { kind: 'overage' as const, overage }];
    await receiveInstanceOutbox(database(), { ...facts, clusterId: 'main' }, items, now);
    await workspaceStore(database()).requeueFacts([account.workspaceId, 'wks_new'], now);
  },
};

const writtenBy = new Map<string, unknown[]>();

test.for(Object.entries(writers))('%s writes a message of the union', async ([name, run]) => {
  const db = database();
  const before = await db.select({ id: outbox.id }).from(outbox);
  const known = new Set(before.map(({ id }) => id));
  await run();
  const rows = (await db.select().from(outbox)).filter(({ id }) => !known.has(id));
  expect(rows.length).toBeGreaterThan(0);
  for (const { kind, payload } of rows) outboxBodySchema.parse({ kind, payload });
  writtenBy.set(
    name,
    rows.map(({ kind, payload }) => (kind === 'mail' ? (payload as Mail).template : kind)),
  );
});

test('the writers write every mail and every kind of message', () => {
  const kinds = outboxBodySchema.options.map(({ shape }) => shape.kind.value);
  const templates = mailSchema.options.map(({ shape }) => shape.template.value);
  const written = kinds.filter((kind) => kind !== 'mail');
  expect([...new Set([...writtenBy.values()].flat())].sort()).toEqual([...templates, ...written].sort());
});

test('only the owner gets the final backup’s link', async () => {
  const rows = await database()
    .select()
    .from(outbox)
    .where(sql`payload ->> 'template' = 'workspace_deleted'`);
  const mails = rows.map(({ payload }) => instanceMailSchema.parse(payload));
  const withLink = mails.filter(({ data }) => 'finalBackupToken' in data);
  expect(withLink).toMatchObject([{ to: 'ada2@example.com', data: { finalBackupToken: 'secret' } }]);
  expect(mails.length).toBeGreaterThan(1);
});
