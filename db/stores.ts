import type { Db } from './database.ts';
import { activityStore } from './queries/activity.ts';
import { apiTokenStore } from './queries/api-tokens.ts';
import { auditTrail } from './queries/audit.ts';
import { billingStore } from './queries/billing.ts';
import { cloudStore } from './queries/cloud.ts';
import { credentialStore } from './queries/credentials.ts';
import { customerStore } from './queries/customer.ts';
import { maintenanceStore } from './queries/expired-rows.ts';
import { invitationStore } from './queries/invitations.ts';
import { loginCodeStore } from './queries/login-codes.ts';
import { memberStore } from './queries/members.ts';
import { onboardingStore } from './queries/onboarding.ts';
import { outboxStore } from './queries/outbox.ts';
import { overageStore } from './queries/overage.ts';
import { personStore } from './queries/people.ts';
import { recoveryStore } from './queries/recovery.ts';
import { registrationStore } from './queries/registrations.ts';
import { factorStore } from './queries/second-factor/factors.ts';
import { factorProofStore } from './queries/second-factor/proofs.ts';
import { factorRemovalStore } from './queries/second-factor/removals.ts';
import { sessionStore } from './queries/sessions.ts';
import { ticketStore } from './queries/support.ts';
import { surveyStore } from './queries/survey.ts';
import { throttleStore } from './queries/throttles.ts';
import { workspaceListStore } from './queries/workspace-list.ts';
import { workspaceStore } from './queries/workspaces.ts';

/** All queries that use cases call; costs nothing until the first call. */
export function openStores(db: Db) {
  return {
    registrations: registrationStore(db),
    people: personStore(db),
    sessions: sessionStore(db),
    apiTokens: apiTokenStore(db),
    billing: billingStore(db),
    customers: customerStore(db),
    loginCodes: loginCodeStore(db),
    recovery: recoveryStore(db),
    credentials: credentialStore(db),
    auditTrail: auditTrail(db),
    factors: factorStore(db),
    factorProofs: factorProofStore(db),
    factorRemovals: factorRemovalStore(db),
    members: memberStore(db),
    activity: activityStore(db),
    onboarding: onboardingStore(db),
    surveys: surveyStore(db),
    invitations: invitationStore(db),
    workspaces: workspaceStore(db),
    workspaceList: workspaceListStore(db),
    cloud: cloudStore(db),
    throttles: throttleStore(db),
    outbox: outboxStore(db),
    overage: overageStore(db),
    maintenance: maintenanceStore(db),
    tickets: ticketStore(db),
  };
}

export type Stores = ReturnType<typeof openStores>;
