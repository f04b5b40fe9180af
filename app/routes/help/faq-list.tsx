import { Link, useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useFrame } from '#app/components/layout/page-flash.tsx';
import { can, type Role } from '#app/domain/access/roles.ts';
import type { FaqId } from '#app/domain/help/faq.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import type { FaqText } from './faq-texts.ts';

/** The screens where the tasks of answers are done. */
const places = {
  dashboard: { to: paths.dashboard, permission: 'workspace:view' },
  settings: { to: paths.manage, permission: 'workspace:configure' },
  status: { to: paths.manageStatus, permission: 'workspace:configure' },
  backups: { to: paths.backups, permission: 'backup:export' },
  members: { to: paths.accountMembers, permission: 'member:manage' },
  billing: { to: paths.billing, permission: 'billing:manage' },
  plans: { to: paths.changePlan, permission: 'billing:manage' },
  account: { to: paths.account, permission: 'profile:manage' },
  security: { to: paths.accountSecurity, permission: 'profile:manage' },
} as const;

type Place = keyof typeof places;

const placeOfAnswer: Partial<Record<FaqId, Place>> = {
  'trial-end': 'plans',
  'first-steps': 'dashboard',
  'choose-plan': 'plans',
  executions: 'dashboard',
  'limit-reached': 'dashboard',
  'change-plan': 'plans',
  restart: 'settings',
  offline: 'status',
  update: 'settings',
  'update-undo': 'settings',
  timezone: 'settings',
  'what-is-backed-up': 'backups',
  restore: 'backups',
  'move-elsewhere': 'backups',
  invite: 'members',
  roles: 'members',
  'payment-failed': 'billing',
  invoices: 'billing',
  cancel: 'billing',
  deletion: 'dashboard',
  'data-protection': 'account',
  'two-factor': 'security',
  'lost-phone': 'security',
};

/**
 * @returns the screen for an answer's task; null if the viewer cannot open it. Billing opens with the first plan: until
 *   then, the plans.
 */
function findPlace(id: FaqId, role: Role, hasBilling: boolean): Place | null {
  const named = placeOfAnswer[id];
  const place = named === 'billing' && !hasBilling ? 'plans' : named;
  return place && can(role, places[place].permission) ? place : null;
}

/** Questions that open to their answers. @param role of the viewer, whose screens the answers link. */
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
  const place = findPlace(id, role, viewer?.hasBilling ?? false);
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
            <Link to={places[place].to}>{t(`help.links.${place}`)}</Link>
          </p>
        )}
      </div>
    </details>
  );
}
