import { Link, useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useFrame } from '#app/components/layout/page-flash.tsx';
import { can, type Permission, type Role } from '#app/domain/access/roles.ts';
import type { FaqId } from '#app/domain/help/faq.ts';
import { paths } from '#app/domain/paths.ts';
import type { help } from '#app/i18n/en/help.ts';
import { t } from '#app/i18n/t.ts';
import type { FaqText } from './faq-texts.ts';

interface Place {
  to: string;
  label: keyof typeof help.links;
  permission: Permission;
}

const settings: Place = { to: paths.manage, label: 'settings', permission: 'workspace:configure' };
const backups: Place = { to: paths.backups, label: 'backups', permission: 'backup:export' };
const members: Place = { to: paths.accountMembers, label: 'members', permission: 'member:manage' };
const billing: Place = { to: paths.billing, label: 'billing', permission: 'billing:manage' };
const plans: Place = { to: paths.changePlan, label: 'plans', permission: 'billing:manage' };
const security: Place = { to: paths.accountSecurity, label: 'security', permission: 'profile:manage' };
const dashboard: Place = { to: paths.dashboard, label: 'dashboard', permission: 'workspace:view' };

/** The screen for an answer's action. */
const places: Partial<Record<FaqId, Place>> = {
  'trial-end': plans,
  'first-steps': dashboard,
  'choose-plan': plans,
  executions: dashboard,
  'limit-reached': dashboard,
  'change-plan': plans,
  restart: settings,
  offline: { to: paths.manageStatus, label: 'status', permission: 'workspace:configure' },
  update: settings,
  'update-undo': settings,
  timezone: settings,
  'what-is-backed-up': backups,
  restore: backups,
  'move-elsewhere': backups,
  invite: members,
  roles: members,
  'payment-failed': billing,
  invoices: billing,
  cancel: billing,
  deletion: dashboard,
  'two-factor': security,
  'lost-phone': security,
  'data-protection': { to: paths.account, label: 'account', permission: 'profile:manage' },
};

/**
 * @param viewer whose role opens screens; billing opens with the first plan, so before that the plan page replaces
 * it.
 * @returns the screen for an answer's task; null if the viewer cannot open it.
 */
export function placeOf(id: FaqId, { role, hasBilling }: { role: Role; hasBilling: boolean }): Place | null {
  const named = places[id];
  const place = named === billing && !hasBilling ? plans : named;
  return place && can(role, place.permission) ? place : null;
}

/** Questions that open to their answers. */
export function FaqList({ texts, role }: { texts: readonly FaqText[]; role: Role }) {
  return (
    <ul className="rows">
      {texts.map((text) => (
        <li key={text.id} className="rows__entry">
          <Answer text={text} role={role} />
        </li>
      ))}
    </ul>
  );
}

function Answer({ text: { id, question, paragraphs }, role }: { text: FaqText; role: Role }) {
  const { viewer } = useFrame();
  const place = placeOf(id, { role, hasBilling: viewer?.hasBilling ?? false });
  const details = useRef<HTMLDetailsElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit of the same address opens the answer again.
  useEffect(() => {
    if (hash !== `#${id}` || !details.current) return;
    details.current.open = true;
    details.current.querySelector('summary')?.focus();
  }, [hash, id, key]);
  return (
    <details ref={details} className="rows__words faq">
      <summary>{question}</summary>
      {/* The address's fragment names an element inside: browsers then open the question without JavaScript, too. */}
      <div id={id} className="stack stack--sm">
        {paragraphs.map((words) => (
          <p key={words}>{words}</p>
        ))}
        {place && (
          <p>
            <Link to={place.to}>{t(`help.links.${place.label}`)}</Link>
          </p>
        )}
      </div>
    </details>
  );
}
