/** What describes the API's calls, in the OpenAPI document and on /api/docs. The Worker has none of it (`vite.api.ts`). */
export const apiDescription = {
  license: 'Terms of service',
  failure:
    'Any other refusal, or a failure on our side or of a service we depend on. You can retry after a 5xx.',
  notModified: 'Not modified.',
  retryAfter: 'Seconds to wait before trying again.',
  security: {
    cookie: 'The portal’s own session.',
    workspace: 'A credential that a workspace signs with its own key.',
  },
  who: {
    anyone: 'Open to anyone.',
    person: 'Needs the permission `{{permission}}`, in the caller’s role and in the token’s scopes.',
    change: 'With the cookie, it works only from the portal’s own pages.',
    workspace: 'Only for workspaces, with a credential signed with the workspace’s own key.',
  },
  groups: {
    session: 'Sign-in and session',
    setUp: 'Setting up',
    workspace: 'Workspace',
    webhooks: 'Held webhooks',
    exports: 'Backups',
    billing: 'Billing',
    plans: 'Plans',
    cloud: 'For workspaces',
    portal: 'About the portal',
  },
  operations: {
    getMe: 'Returns the signed-in user and their account.',
    register: 'Creates an account and signs its owner in; an email asks them to confirm the address.',
    login: 'Signs in with username or email and password.',
    loginWithCode: 'Signs in with the code that a workspace requested, in a known browser.',
    confirmAccess:
      'Confirms your identity with the code of your authenticator app or, without one, your password. For the next 15 minutes this session may make the calls that respond with `access_unconfirmed`.',
    resendConfirmation: 'Resends the confirmation email, at most once a minute.',
    confirmEmail:
      'Confirms an email by the token of its link. Without the session of the registration it needs a password, which replaces the one of the registration, ends every other session and signs in.',
    sendMagicLink: 'Emails a sign-in link if the email is an owner’s. The response is always the same.',
    logout: 'Ends the session.',
    getSurveyAnswer: 'Returns the answer to the setup survey.',
    answerSurvey: 'Answers the setup survey; replaces an earlier answer.',
    selectApps: 'Sets the apps that the account works with, by the catalogue’s names.',
    inviteMembers: 'Invites teammates: `emails` as members, or `invitations` each with a role.',
    listWorkspaces: 'Lists the workspace of that name, for its members.',
    getInstance:
      'Returns the workspace’s status and what it runs. 0 is offline, 1 online, 2 pending, 3 stopped.',
    getUsedLimits: 'Returns what the workspace used this month.',
    getUsage:
      'Returns a month’s executions by workflow and day, with a forecast for the current one. While the workspace doesn’t respond, it returns the last reading.',
    listExecutions:
      'Lists a month’s executions, newest first, each with its trigger and why it counts or not. The workspace keeps this month and the last. The `Link` header with `rel="next"` points to the next page.',
    getInstanceUrl: 'Creates a link that signs you in to the workspace, once.',
    listVersions: 'Lists the n8n versions to choose from, newest first.',
    configureInstance:
      'Changes version, timezone or which executions are saved; omitted fields stay the same.',
    restartInstance: 'Restarts the workspace.',
    goBack: 'Goes back to the version and data from before the last update. Available for 24 hours after it.',
    hasBackups: 'Responds with 204 if there is a backup, otherwise with 404.',
    beginExport: 'Starts a backup of all workflows; returns the running one if there is one.',
    listHeldWebhooks:
      'Lists the held webhooks, newest first, without headers, queries and bodies. The `Link` header with `rel="next"` points to the next page.',
    getHeldWebhook:
      'Returns a held webhook with headers, query and the first 64 kB of its body; secrets are masked. Each call is recorded in the account’s activity.',
    getWebhookQueue:
      'Returns what is waiting for each path, the counts of the last 24 hours by hour, and how webhooks are held.',
    changeWebhookQueue:
      'Pauses or resumes the replay, sets whether new requests wait behind a queue or go straight on, or sets how one path is held. Omitted fields stay the same.',
    replayHeldWebhooks:
      'Replays waiting webhooks now and failed ones again: those with these IDs, or all of a path.',
    dropHeldWebhooks:
      'Drops waiting and failed webhooks and deletes their content: those with these IDs, or all of a path.',
    getExport: 'Downloads a backup as a zip archive.',
    hasActiveBilling: 'Responds with 204 if the subscription is active, otherwise with 404.',
    listPayments:
      'Lists the account’s payments, newest first. The `Link` header with `rel="next"` points to the next page.',
    listTransactions:
      'Lists the same payments under the provider’s name for them. The `Link` header with `rel="next"` points to the next page.',
    getPaymentInformation: 'Returns how the account pays.',
    getNextPayment: 'Returns the next payment.',
    previewPlanChange: 'Previews what another plan or billing period would cost. Nothing is charged.',
    changePlan:
      'Changes the plan or its billing period immediately. A change of the period is charged now even if `chargeNow` is false.',
    previewQuotaChange: 'Previews what a custom quota would cost. Nothing is charged.',
    changeQuota:
      'Changes the quota of a custom plan immediately. A change of the period is charged now even if `chargeNow` is false.',
    getAtLimit:
      'Returns what happens when the plan’s executions are used up: they wait, or keep running and are charged up to a cap.',
    changeAtLimit:
      'Chooses what happens when the plan’s executions are used up. To keep running, send the cap in thousands and the price that the GET call returned.',
    completeCheckout: 'Confirms that the paid plan is active.',
    getUserPlan: 'Returns what the account’s plan allows, and until when.',
    listPlans: 'Lists what can be bought, by ascending price.',
    getPlan: 'Returns one of the plans that can be bought.',
    generatePayLink: 'Starts a checkout and returns its page; the custom plan takes its quota.',
    getWorkspaceLoginCode: 'Creates the code that signs one of a workspace’s users in to the portal.',
    getCloudPlan: 'Returns the plan of the workspace’s account, in n8n’s terms.',
    getCloudUser: 'Returns one of the workspace’s users. The credential works once.',
    getCloudLimits: 'Returns how much of its plan the workspace has used.',
    getHumanCheck: 'Returns the challenge of the registration’s human check.',
    getFrontEndConfig: 'Returns the caller’s feature flags.',
    getOpenApi: 'Returns this description as an OpenAPI 3.1 document.',
  },
} as const;
