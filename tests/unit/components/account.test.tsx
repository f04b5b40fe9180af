import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server.js';
import { expect, test } from 'vitest';
import { AccountLayout } from '#app/components/account/account-layout.tsx';
import { whereText } from '#app/components/account/device-text.ts';
import { EmailRequestForm } from '#app/components/account/email-request-form.tsx';
import { LinkButton } from '#app/components/account/link-button.tsx';
import { type AuditEvent, auditKinds } from '#app/domain/access/audit.ts';
import type { Member } from '#app/domain/access/member.ts';
import type { OpenSession } from '#app/domain/access/open-session.ts';
import type { Role } from '#app/domain/access/roles.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { en } from '#app/i18n/en/index.ts';
import { ProfileCard, SessionsCard, WorkspacesCard } from '#app/routes/account/cards.tsx';
import { ChangeEmailDialog, ChangePasswordDialog } from '#app/routes/account/dialogs.tsx';
import { ActivityList } from '#app/routes/account-activity/activity-list.tsx';
import { InvitationsCard } from '#app/routes/account-members/invitations-card.tsx';
import { MembersCard } from '#app/routes/account-members/members-card.tsx';
import { ResetPasswordForm } from '#app/routes/reset-password/reset-password-form.tsx';
import { attributesOf, controlOf, formsIn, navigationOf, renderPage, textOf } from './render.tsx';

const at = Date.UTC(2026, 11, 3, 14, 5);
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Renders as `renderPage` does, on a route with its own path, below a root whose viewer has this role. */
async function renderAs(role: Role, element: ReactElement, url = '/account'): Promise<string> {
  const path = url.split('?', 1)[0] ?? '';
  const viewer = { name: 'Ada', email: 'ada@analytical.example', role };
  const routes = [
    {
      id: 'root',
      loader: () => ({
        viewer,
        accounts: { currentId: null, options: [] },
        notice: null,
        portalHost: 'weft.example',
        timezone: { zone: 'Etc/UTC', isReaders: false },
      }),
      children: [{ path, element }],
    },
  ];
  const context = await createStaticHandler(routes).query(new Request(`http://portal.example${url}`));
  if (context instanceof Response) throw new Error('the root’s loader cannot redirect');
  return renderToString(
    <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />,
  );
}

test.each([
  ['owner', ['/account', '/account/security', '/account/members', '/account/activity', '/account/tokens']],
  ['billing', ['/account', '/account/security', '/account/tokens']],
  ['operator', ['/account', '/account/security', '/account/tokens']],
  ['member', ['/account', '/account/security', '/account/tokens']],
] as const)('the tabs link the screens that the role can open: %s', async (role, links) => {
  const html = await renderAs(role, <AccountLayout screen="profile">Content</AccountLayout>);
  expect(textOf(html)).toContain(en.accountPage.title);
  const nav = navigationOf(html, en.accountPage.tabs.label);
  const tabs = [...nav.matchAll(/<a[^>]*>/g)].map(([tag]) => attributesOf(tag, '<a').href);
  expect(tabs).toEqual(links);
  expect(attributesOf(nav, 'aria-current="page"').href).toBe('/account');
});

test('a dot between two facts stays at the end of its line', () => {
  expect(whereText({ place: 'Berlin, DE', address: '192.0.2.1' })).toBe('Berlin, DE\u00a0· 192.0.2.1');
  expect(whereText({ place: null, address: '192.0.2.1' })).toBe('192.0.2.1');
});

test('the profile links both dialogs', async () => {
  const html = await renderPage(<ProfileCard name="Ada" email="ada@analytical.example" username="ada" />);
  expect(textOf(html)).toContain('Ada');
  expect(html).toContain('href="/account?dialog=email"');
  expect(html).toContain('href="/account?dialog=password"');
});

test('the dialogs post their fields, show errors and never repeat a password', async () => {
  const lastResult = {
    status: 'error' as const,
    initialValue: { email: 'new@example', password: 'hunter22' },
    error: { '': [en.errors.invalid_credentials], email: [en.fieldErrors.email_invalid] },
  };
  const html = await renderPage(
    <ChangeEmailDialog
      email="ada@analytical.example"
      constraint={{ email: { required: true, minLength: 6 } }}
      lastResult={lastResult}
    />,
  );
  expect(formsIn(html)).toEqual([
    expect.objectContaining({ action: '/account?dialog=email', intent: 'change-email' }),
  ]);
  expect(attributesOf(html, 'name="email"')).toMatchObject({ value: 'new@example', 'aria-invalid': 'true' });
  expect(attributesOf(html, 'name="email"')).toHaveProperty('minLength', '6');
  expect(textOf(html)).toContain(en.errors.invalid_credentials);
  expect(textOf(html)).toContain('ada@analytical.example');
  expect(html).not.toContain('hunter22');

  const password = await renderPage(
    <ChangePasswordDialog email="ada@analytical.example" constraint={{}} lastResult={undefined} />,
  );
  expect(formsIn(password)).toEqual([
    expect.objectContaining({ action: '/account?dialog=password', intent: 'change-password' }),
  ]);
  expect(attributesOf(password, 'autoComplete="username"').value).toBe('ada@analytical.example');
  expect(attributesOf(password, 'name="currentPassword"').autoComplete).toBe('current-password');
  expect(attributesOf(password, 'name="newPassword"').autoComplete).toBe('new-password');
  expect(password).toContain('href="/account"');
});

const session = (id: string, other: Partial<OpenSession> = {}): OpenSession => ({
  id,
  userAgent: firefox,
  place: 'Berlin, DE',
  address: '203.0.113.7',
  createdAt: at,
  lastSeenAt: at,
  isCurrent: false,
  ...other,
});

test('each session shows its device, place and time, and all but the current one can be ended', async () => {
  const html = await renderPage(
    <SessionsCard
      sessions={[
        session('s1', { isCurrent: true }),
        session('s2', { place: null, userAgent: '' }),
        session('s3'),
      ]}
    />,
  );
  expect(textOf(html)).toContain(
    'Firefox on Linux Berlin, DE · 203.0.113.7 Last seen 3 Dec 2026, 14:05 UTC This device',
  );
  expect(textOf(html)).toContain('Unknown device 203.0.113.7');
  expect(formsIn(html)).toEqual([
    { action: '/account', intent: 'end-session', sessionId: 's2' },
    { action: '/account', intent: 'end-session', sessionId: 's3' },
    { action: '/account', intent: 'end-other-sessions' },
  ]);
});

test('the only session cannot be ended', async () => {
  const html = await renderPage(<SessionsCard sessions={[session('s1', { isCurrent: true })]} />);
  expect(formsIn(html)).toEqual([]);
});

test('the workspace switch appears only for people with several workspaces', async () => {
  const own = { accountId: 'a1', accountName: 'ada-labs', role: 'owner' as const };
  const other = { accountId: 'a2', accountName: 'babbage', role: 'billing' as const };
  const html = await renderPage(<WorkspacesCard memberships={[own, other]} currentAccountId="a1" />);
  expect(formsIn(html)).toEqual([{ action: '/account', intent: 'switch-account', accountId: 'a2' }]);
  expect(textOf(html)).toContain('ada-labs Owner Current babbage Billing');
  expect(await renderPage(<WorkspacesCard memberships={[own]} currentAccountId="a1" />)).toBe('');
});

const member = (userId: string, role: Role): Member => ({
  userId,
  name: userId,
  email: `${userId}@analytical.example`,
  role,
  joinedAt: at,
  hasSecondFactor: false,
});

test('the last owner can neither leave nor change role; everyone else can', async () => {
  const members = [member('ada', 'owner'), member('bob', 'operator')];
  const html = await renderPage(
    <MembersCard members={members} viewerId="ada" failure={en.errors.forbidden} />,
  );
  expect(formsIn(html)).toEqual([
    { action: '/account/members', intent: 'change-role', userId: 'bob' },
    { action: '/account/members', intent: 'remove-member', userId: 'bob' },
  ]);
  expect(html).toContain('<option value="operator" selected="">');
  expect(textOf(html)).toContain(
    `You ${en.requireFactor.hasNone} ada@analytical.example Joined 3 Dec 2026 ${en.members.lastOwner}`,
  );
  expect(textOf(html)).toContain(en.errors.forbidden);
  // The removal needs a second step, which works without a script.
  expect(html).toMatch(/<details[^>]*>(?:(?!<\/details>).)*value="remove-member".*<\/details>/);
});

test('one of two owners can leave after a confirmation', async () => {
  const members = [member('ada', 'owner'), member('bob', 'owner')];
  const html = await renderPage(<MembersCard members={members} viewerId="ada" failure={null} />);
  expect(formsIn(html).map((form) => 'userId' in form && form.userId)).toEqual(['ada', 'ada', 'bob', 'bob']);
  expect(textOf(html)).toContain(en.members.leaveConfirm);
  expect(textOf(html)).toContain('bob loses access to this workspace immediately.');
  expect(textOf(html)).not.toContain(en.members.lastOwner);
});

test('an open invitation can be resent and revoked, and shows when it expired', async () => {
  const open = { id: 'i1', email: 'carl@x.example', role: 'billing' as const, sentAt: at };
  const show = (now: number) =>
    renderPage(<InvitationsCard invitations={[{ ...open, expiresAt: at + DAY_MS }]} now={now} />);
  const html = await show(at + DAY_MS - 1);
  expect(formsIn(html)).toEqual([
    { action: '/account/members', intent: 'resend-invitation', invitationId: 'i1' },
    { action: '/account/members', intent: 'revoke-invitation', invitationId: 'i1' },
  ]);
  expect(textOf(html)).toContain('Billing · Sent 3 Dec 2026, 14:05 UTC · Expires 4 Dec 2026, 14:05 UTC');
  expect(textOf(html)).not.toContain(en.members.invitations.expired);
  expect(textOf(await show(at + DAY_MS))).toContain(en.members.invitations.expired);
  expect(html).toContain('href="/invite-teammate"');
});

test('without invitations the card links the invitation form', async () => {
  const html = await renderPage(<InvitationsCard invitations={[]} now={at} />);
  expect(textOf(html)).toContain(en.members.invitations.empty);
  expect(html).toContain('href="/invite-teammate"');
});

const event = (other: Partial<AuditEvent>): AuditEvent => ({
  id: other.kind ?? 'e',
  at,
  kind: 'signed_in',
  actor: { name: 'Ada', email: 'ada@analytical.example' },
  subject: null,
  role: null,
  address: '203.0.113.7',
  place: 'Berlin, DE',
  userAgent: firefox,
  ...other,
});

const all = { filter: { order: 'newest', cursor: null }, members: [], next: null } as const;

test('each kind of event has its sentence, with the known people and facts', async () => {
  const full = auditKinds.map((kind) => event({ kind, subject: 'bob@x.example', role: 'operator' }));
  const bare = auditKinds.map((kind) => event({ kind, actor: null, place: null, userAgent: '' }));
  for (const events of [full, bare]) {
    const html = await renderPage(<ActivityList events={events} {...all} />);
    expect(html.match(/<li /g)).toHaveLength(auditKinds.length);
    expect(textOf(html)).not.toMatch(/\{\{|undefined|null|activity\./);
    expect(textOf(html).match(/Refused/g)).toHaveLength(5);
  }
});

test.each<[Partial<AuditEvent>, string]>([
  [{ kind: 'role_changed', subject: 'bob@x', role: 'billing' }, 'Ada changed the role of bob@x to Billing'],
  [{ kind: 'sign_in_failed', actor: null, subject: 'bob@x' }, 'A sign-in as bob@x failed'],
  [{ kind: 'signed_out', actor: null }, 'Someone signed out'],
])('%o reads as "%s"', async (other, sentence) => {
  const html = await renderPage(<ActivityList events={[event(other)]} {...all} />);
  expect(textOf(html)).toContain(`3 Dec 2026, 14:05 UTC ${sentence}`);
  expect(textOf(html)).toContain('Firefox on Linux · Berlin, DE · 203.0.113.7');
});

test('a right-to-left name does not reorder the sentence around it', async () => {
  const actor = { name: 'محمد', email: 'm@example.com' };
  const html = await renderPage(<ActivityList events={[event({ actor })]} {...all} />);
  expect(textOf(html)).toContain('\u2068محمد\u2069 signed in');
});

test('the activity links older events, and says when there are no more', async () => {
  const next = { at: 7, id: 'aud_e' };
  const older = await renderPage(<ActivityList events={[event({})]} {...all} next={next} />);
  expect(older).toContain('href="/account/activity?before=7.aud_e"');
  const none = await renderPage(<ActivityList events={[]} {...all} />);
  expect(textOf(none)).toContain(en.activity.empty);
  expect(none).not.toContain('?before=');
});

test('a filter stays in the links to the next page and to the file, and says when nothing matches', async () => {
  const members = [{ userId: 'usr_1', name: 'Ada' }];
  const filter = { who: 'usr_1', what: 'billing', order: 'oldest', cursor: { at: 1, id: 'aud_a' } } as const;
  const next = { at: 2, id: 'aud_b' };
  const html = await renderPage(<ActivityList events={[]} {...{ filter, members, next }} />);
  expect(textOf(html)).toContain(en.activity.noMatch);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&'));
  const query = 'who=usr_1&what=billing&order=oldest';
  expect(links).toEqual([
    `/account/activity?${query}`,
    `/account/activity?${query}&before=2.aud_b`,
    `/account/activity.csv?${query}`,
  ]);
});

test.each([
  ['magic-link', en.magicLink, '10 minutes'],
  ['forgot-password', en.forgotPassword, '60 minutes'],
] as const)('/%s asks for an address, and its reply does not repeat it', async (kind, words, lifetime) => {
  const lastResult = {
    status: 'error' as const,
    initialValue: { email: 'ada@x' },
    error: { email: [en.fieldErrors.email_invalid] },
  };
  const show = (isSent: boolean) =>
    renderPage(
      <EmailRequestForm
        kind={kind}
        constraint={{ email: { required: true } }}
        lastResult={lastResult}
        isSent={isSent}
        inboxUrl="http://localhost:9000/inbox"
      />,
    );
  const html = await show(false);
  expect(formsIn(html)[0]).toMatchObject({ action: `/${kind}` });
  expect(attributesOf(html, 'name="email"')).toMatchObject({ type: 'email', value: 'ada@x' });
  expect(textOf(html)).toContain(en.fieldErrors.email_invalid);

  const sent = await show(true);
  expect(textOf(sent)).toContain(words.sent.replace('{{minutes}} minutes', lifetime));
  expect(sent).not.toContain('ada@x');
  expect(controlOf(sent, en.requestedMail.again).href).toBe(`/${kind}`);
  expect(sent).toContain('href="http://localhost:9000/inbox"');
});

test('the page of a mailed link posts to the link’s own address', async () => {
  const path = '/magic-link?token=abc';
  const button = await renderAs('owner', <LinkButton title="Title" lead="Lead" submit="Go on" />, path);
  expect(formsIn(button)).toEqual([{ action: path }]);
  const reset = await renderAs(
    'owner',
    <ResetPasswordForm email={null} constraint={{}} lastResult={undefined} />,
    '/reset-password?token=abc',
  );
  expect(formsIn(reset)).toEqual([{ action: '/reset-password?token=abc' }]);
  expect(attributesOf(reset, 'name="newPassword"')).toMatchObject({
    type: 'password',
    autoComplete: 'new-password',
  });
});
