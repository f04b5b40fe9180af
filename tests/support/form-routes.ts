import { portalForms as forms } from '#app/http/portal-forms.ts';

type PortalForm = (typeof forms)[keyof typeof forms];

/** A page that accepts posts. */
interface FormRoute {
  /** The forms that its action parses; empty if it reads no field. */
  readonly forms: readonly PortalForm[];
  /** Further names that its action reads. */
  readonly names?: readonly string[];
  /** The post that produces the largest page, if that is not the empty post. */
  readonly largest?: Record<string, string>;
  /** Its address if a post redirects to another page, so that this page is measured first. */
  readonly leadsOnFrom?: string;
}

const settings: FormRoute = { forms: [forms.settings], names: ['intent'] };
const reads = (...those: PortalForm[]): FormRoute => ({ forms: those });
const readsByIntent = (...those: PortalForm[]): FormRoute => ({ forms: those, names: ['intent'] });
const readsNothing = reads();

const twentyRows = Object.fromEntries(
  Array.from({ length: 20 }, (_, row) => [
    [`invitations[${row}].email`, 'no address'],
    [`invitations[${row}].role`, 'no role'],
  ]).flat(),
) as Record<string, string>;

/** The fields that each action outside the API reads, by route id. */
export const formRoutes: Record<string, FormRoute> = {
  'routes/login': readsByIntent(forms.signIn, forms.passkeyAnswer),
  'routes/second-factor': readsByIntent(forms.secondFactor, forms.passkeyAnswer),
  'routes/second-factor-remove': readsNothing,
  'routes/second-factor-keep': readsNothing,
  'routes/register': reads(forms.registration),
  'routes/confirm-email': readsByIntent(forms.confirmElsewhere),
  'routes/magic-link': reads(forms.linkRequest),
  'routes/forgot-password': reads(forms.linkRequest),
  'routes/reset-password': reads(forms.resetPassword),
  'routes/change-email': readsNothing,
  'routes/dashboard': readsNothing,
  'routes/help': { forms: [forms.ticketKey, forms.ticket], names: ['attachment'] },
  'routes/invitation': reads(forms.invitationAcceptance),
  'routes/invite-teammate': {
    forms: [forms.invitations],
    names: ['intent'],
    largest: twentyRows,
  },
  'routes/manage': settings,
  'manage-instance': settings,
  'routes/manage-webhooks': readsByIntent(
    forms.heldWebhook,
    forms.heldPath,
    forms.pathChoice,
    forms.queueOrder,
  ),
  'routes/manage-update': readsByIntent(),
  'routes/manage-export': readsByIntent(),
  'routes/manage-export-upload': { forms: [], names: ['archive'] },
  'routes/manage-export-credentials': reads(forms.credentialBackup),
  'routes/manage-export-restore': reads(forms.restore),
  'routes/manage-usage': reads(forms.atLimit),
  'routes/manage-billing': readsByIntent(forms.cancellation, forms.billingDetails),
  'routes/account': readsByIntent(
    forms.changeName,
    forms.changeEmail,
    forms.changePassword,
    forms.endSession,
    forms.switchAccount,
  ),
  'routes/account-security': readsByIntent(forms.addApp, forms.addPasskey, forms.factor, forms.browser),
  'routes/confirm-access': readsByIntent(forms.confirmByPassword, forms.confirmByCode, forms.passkeyAnswer),
  'routes/account-members': readsByIntent(forms.changeRole, forms.removeMember, forms.invitation),
  'routes/account-tokens': readsByIntent(forms.apiToken, forms.revokeApiToken),
  'routes/account-change-plan': readsByIntent(forms.planChoice),
  'routes/close-banner': reads(forms.closeBanner),
  'routes/account-launching': reads(forms.launch),
  'routes/account-setup': {
    ...readsByIntent(forms.survey, forms.selectedApps),
    leadsOnFrom: '/account/setup',
  },
  'routes/consent': reads(forms.consent),
  'routes/theme': reads(forms.theme),
  'routes/sign-out': readsNothing,
  'routes/not-found': readsNothing,
};
