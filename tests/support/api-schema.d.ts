// biome-ignore-all format: generated
// biome-ignore-all lint: generated
// Written by `node tests/support/write-api-schema.ts` from the API's description.
export interface paths {
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns who is signed in and what their account has.
         * @description Needs the permission `profile:manage`, in the caller’s role and in the token’s scopes.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates an account and signs its owner in; an email asks them to confirm the address.
         * @description Open to anyone.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs in with username or email and password.
         * @description Open to anyone.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/confirm-access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirms your identity with the code of your authenticator app or, without one, your password. For the next 15 minutes this session may make the calls that answer `access_unconfirmed`.
         * @description Needs the permission `profile:manage`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        post: operations["confirmAccess"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs in with the code that a workspace requested, in a known browser.
         * @description Open to anyone.
         */
        post: operations["loginWithCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/resend-confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resends the confirmation email, at most once a minute.
         * @description Needs the permission `profile:manage`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        post: operations["resendConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/confirm-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirms an email by the token of its link. Without the session of the registration it needs a password, which replaces the one of the registration, ends every other session and signs in.
         * @description Open to anyone.
         */
        post: operations["confirmEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/magic-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Emails a sign-in link if the email is an owner’s. The answer is always the same.
         * @description Open to anyone.
         */
        post: operations["sendMagicLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ends the session.
         * @description Open to anyone.
         */
        get: operations["logout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/personalization-survey/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the answer to the setup survey.
         * @description Needs the permission `account:setup`, in the caller’s role and in the token’s scopes.
         */
        get: operations["getSurveyAnswer"];
        put?: never;
        /**
         * Answers the setup survey; replaces an earlier answer.
         * @description Needs the permission `account:setup`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        post: operations["answerSurvey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/selected-apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets the apps that the account works with, by the catalogue’s names.
         * @description Needs the permission `account:setup`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        post: operations["selectApps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/invite-members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invites teammates: `emails` as members, or `invitations` each with a role.
         * @description Needs the permission `member:invite`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        post: operations["inviteMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/{username}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the workspace of that name, for its members.
         * @description Open to anyone.
         */
        get: operations["listWorkspaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the workspace’s status and what it runs. 0 is offline, 1 online, 2 pending, 3 stopped.
         * @description Needs the permission `workspace:view`, in the caller’s role and in the token’s scopes.
         */
        get: operations["getInstance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/used-limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns what the workspace used this month.
         * @description Needs the permission `workspace:view`, in the caller’s role and in the token’s scopes.
         */
        get: operations["getUsedLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a month’s executions by workflow and day, with a forecast for the current one. While the workspace doesn’t respond, it returns the last reading.
         * @description Needs the permission `workspace:view`, in the caller’s role and in the token’s scopes.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists a month’s executions, newest first, each with its trigger and why it counts or not. The workspace keeps this month and the last. The `Link` header with `rel="next"` points to the next page.
         * @description Needs the permission `workspace:view`, in the caller’s role and in the token’s scopes.
         */
        get: operations["listExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Creates a link that signs you in to the workspace, once.
         * @description Needs the permission `workspace:open`, in the caller’s role and in the token’s scopes.
         */
        get: operations["getInstanceUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/n8n-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the n8n versions to choose from, newest first.
         * @description Needs the permission `workspace:configure`, in the caller’s role and in the token’s scopes.
         */
        get: operations["listVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes version, timezone or which executions are saved; omitted fields stay the same.
         * @description Needs the permission `workspace:configure`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        put: operations["configureInstance"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/restart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Restarts the workspace.
         * @description Needs the permission `workspace:configure`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        put: operations["restartInstance"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/go-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Goes back to the version and data of before the last update, for 24 hours after it.
         * @description Needs the permission `workspace:configure`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        put: operations["goBack"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/held-webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the held webhooks, newest first, without headers, queries and bodies. The `Link` header with `rel="next"` points to the next page.
         * @description Needs the permission `workspace:view`, in the caller’s role and in the token’s scopes.
         */
        get: operations["listHeldWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/held-webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gives a held webhook with headers, query and the first 64 kB of its body; secrets are masked. Each call is recorded in the account’s activity.
         * @description Needs the permission `workspace:configure`, in the caller’s role and in the token’s scopes.
         */
        get: operations["getHeldWebhook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/webhook-queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gives what waits for each path, the counts of the last 24 hours by hour, and how webhooks are held.
         * @description Needs the permission `workspace:view`, in the caller’s role and in the token’s scopes.
         */
        get: operations["getWebhookQueue"];
        /**
         * Pauses or resumes the replay, sets whether new requests wait behind a queue or go straight on, or sets how one path is held. What is left out stays.
         * @description Needs the permission `workspace:configure`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        put: operations["changeWebhookQueue"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/webhook-queue/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tries waiting webhooks now and failed ones again: those with these ids, or all of a path.
         * @description Needs the permission `workspace:configure`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        post: operations["replayHeldWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/webhook-queue/drop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Drops waiting and failed webhooks and deletes what they hold: those with these ids, or all of a path.
         * @description Needs the permission `workspace:configure`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        post: operations["dropHeldWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export/has-backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Answers by its status whether there is a backup.
         * @description Needs the permission `workspace:view`, in the caller’s role and in the token’s scopes.
         */
        get: operations["hasBackupsByGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /**
         * Answers by its status whether there is a backup.
         * @description Needs the permission `workspace:view`, in the caller’s role and in the token’s scopes.
         */
        head: operations["hasBackups"];
        patch?: never;
        trace?: never;
    };
    "/export/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Starts a backup of all workflows; returns the running one if there is one.
         * @description Needs the permission `backup:export`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        post: operations["beginExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Downloads a backup as a zip archive.
         * @description Needs the permission `backup:export`, in the caller’s role and in the token’s scopes.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/billing/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Answers by its status whether the subscription is active.
         * @description Needs the permission `workspace:view`, in the caller’s role and in the token’s scopes.
         */
        get: operations["hasActiveBillingByGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /**
         * Answers by its status whether the subscription is active.
         * @description Needs the permission `workspace:view`, in the caller’s role and in the token’s scopes.
         */
        head: operations["hasActiveBilling"];
        patch?: never;
        trace?: never;
    };
    "/account/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the account’s payments, newest first. The `Link` header with `rel="next"` points to the next page.
         * @description Needs the permission `billing:manage`, in the caller’s role and in the token’s scopes.
         */
        get: operations["listPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the same payments under the provider’s name for them. The `Link` header with `rel="next"` points to the next page.
         * @description Needs the permission `billing:manage`, in the caller’s role and in the token’s scopes.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/payment-information": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns how the account pays.
         * @description Needs the permission `billing:manage`, in the caller’s role and in the token’s scopes.
         */
        get: operations["getPaymentInformation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/plan/next-payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the next payment.
         * @description Needs the permission `billing:manage`, in the caller’s role and in the token’s scopes.
         */
        get: operations["getNextPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/plan/change/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Previews what another plan or billing period would cost. Nothing is charged.
         * @description Needs the permission `billing:manage`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        post: operations["previewPlanChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/plan/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes the plan or its billing period immediately.
         * @description Needs the permission `billing:manage`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        post: operations["changePlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/plan/change/custom/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Previews what a custom quota would cost. Nothing is charged.
         * @description Needs the permission `billing:manage`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        post: operations["previewQuotaChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/plan/change/custom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes the quota of a custom plan immediately.
         * @description Needs the permission `billing:manage`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        patch: operations["changeQuota"];
        trace?: never;
    };
    "/account/plan/at-limit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns what happens when the plan’s executions are used up: they wait, or run on and are paid for up to a cap.
         * @description Needs the permission `billing:manage`, in the caller’s role and in the token’s scopes.
         */
        get: operations["getAtLimit"];
        /**
         * Chooses what happens when the plan’s executions are used up. To run on, send the cap in thousands and the price that the GET call returned.
         * @description Needs the permission `billing:manage`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        put: operations["changeAtLimit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/complete-checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirms that the plan that was paid for is there.
         * @description Needs the permission `billing:manage`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        post: operations["completeCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns what the account’s plan allows, and until when.
         * @description Needs the permission `workspace:view`, in the caller’s role and in the token’s scopes.
         */
        get: operations["getUserPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/paddle/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists what can be bought, by ascending price.
         * @description Open to anyone.
         */
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/paddle/plan/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns one of the plans that can be bought.
         * @description Open to anyone.
         */
        get: operations["getPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/paddle/plan/{id}/generatePayLink": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Starts a checkout and returns its page; the custom plan takes its quota.
         * @description Needs the permission `billing:manage`, in the caller’s role and in the token’s scopes. With the cookie, it works only from the portal’s own pages.
         */
        post: operations["generatePayLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/login-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates the code that signs one of a workspace’s users in to the portal.
         * @description Open to anyone.
         */
        post: operations["getWorkspaceLoginCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the plan of the workspace’s account, in n8n’s terms.
         * @description For a workspace, by what it signs with its own key.
         */
        get: operations["getCloudPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns who one of the workspace’s users is. The credential works once.
         * @description For a workspace, by what it signs with its own key.
         */
        get: operations["getCloudUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns how much of its plan the workspace has used.
         * @description For a workspace, by what it signs with its own key.
         */
        get: operations["getCloudLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/human-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the challenge of the registration’s human check.
         * @description Open to anyone.
         */
        get: operations["getHumanCheck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fe/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the caller’s feature flags.
         * @description Open to anyone.
         */
        get: operations["getFrontEndConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns this description as an OpenAPI 3.1 document.
         * @description Open to anyone.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        User: {
            /** Format: starts_with */
            id: string;
            username: string;
            name: string;
            email: string;
            confirmed: boolean;
            /** @enum {string} */
            role: "owner" | "billing" | "operator" | "member";
        };
        Account: {
            /** Format: starts_with */
            id: string;
            name: string;
            isSetup: boolean;
            taxInclusive: boolean;
            billing: {
                /** @enum {string} */
                status: "active" | "trialing" | "past_due" | "paused" | "deleted";
                planId: string;
                updateUrl: string | null;
            } | null;
            planSpec: components["schemas"]["PlanSpec"];
            instance: components["schemas"]["Instance"] | null;
        };
        PlanSpec: {
            planId: string;
            displayName: string;
            monthlyExecutionsLimit: number;
            activeWorkflowsLimit: number;
            credentialsLimit: number;
            /** @enum {string} */
            supportTier: "forum" | "standard" | "dedicated";
            pruneExecutionsInterval: number;
            licenseFeatures: {
                "quota:users": number;
            };
            enabledFeatures: ("one-project" | "three-projects" | "unlimited-projects" | "unlimited-users" | "forum-support" | "insights-7-days" | "insights-365-days" | "advanced-permissions" | "global-variables" | "history-1-day" | "history-5-days" | "execution-search" | "environments" | "external-secrets" | "log-streaming" | "version-control" | "scaling" | "dedicated-support" | "ldap" | "extended-retention" | "invoice-billing")[];
            userManagementEnabled: boolean;
            allowCustomQuotas: boolean;
            expirationDate: string | null;
            metadata: {
                version: number;
                /** @enum {string} */
                group: "opt-out" | "opt-in" | "trial" | "legacy" | "enterprise";
                slug: string;
            };
        };
        Instance: {
            /** Format: starts_with */
            workspaceId: string;
            /** Format: starts_with */
            accountId: string;
            name: string;
            status: 0 | 1 | 2 | 3;
            cause: ("provision" | "restart" | "configure" | "plan" | "update" | "go_back" | "resume" | "recover") | null;
            notice: ("cluster_unreachable" | "polling_timed_out" | "trial_ended" | "paused" | "cancelled" | "deleting" | "deleted") | null;
            since: number;
            version: {
                name: string;
            };
            timezone: string;
            saveExecutions: {
                manual: boolean;
                failed: boolean;
                successful: boolean;
            };
            ownerEmail: string;
            plan: string;
            trialEndsAt: number | null;
            trialDaysLeft: number | null;
            deletionAt: number | null;
            finalBackupUntil: number | null;
            forcedUpdate: {
                version: string;
                at: number;
            } | null;
            goBack: {
                version: string;
                until: number;
            } | null;
            limits: {
                executions: number;
                activeWorkflows: number;
            };
            usage: {
                timeframe: string;
                executions: number;
                activeWorkflows: number;
            } | null;
            revision: number;
            usedLimits: {
                timeframe: string;
                executions: number;
                activeWorkflows: number;
            } | null;
            deletionDate: string | null;
            /** Format: uri */
            url: string;
        };
        Error: {
            error: string;
            /** @enum {string} */
            code: "invalid_form" | "account_name_taken" | "human_check_failed" | "invalid_credentials" | "not_signed_in" | "session_expired" | "email_not_confirmed" | "forbidden" | "foreign_origin" | "page_of_other_account" | "duplicate_cookie" | "too_many_attempts" | "uploads_used_up" | "resend_too_soon" | "password_wrong" | "last_owner" | "member_not_found" | "invitation_not_found" | "session_not_found" | "passwords_busy" | "second_factor_due" | "second_factor_wrong" | "second_factor_needed" | "passkey_refused" | "access_unconfirmed" | "factor_not_found" | "factor_required" | "own_factor_needed" | "too_many_factors" | "browser_not_found" | "api_token_invalid" | "api_token_scope_missing" | "api_token_in_address" | "api_token_not_found" | "too_many_api_tokens" | "session_needed" | "magic_link_not_sent" | "reset_not_sent" | "link_expired" | "login_code_failed" | "link_invalid" | "confirmation_failed" | "confirmation_needs_password" | "confirmation_expired" | "confirmation_not_sent" | "email_belongs_to_another" | "user_not_loaded" | "user_plan_not_loaded" | "workspaces_not_loaded" | "confirmation_not_resent" | "survey_not_loaded" | "survey_not_answered" | "registration_unavailable" | "account_setup_failed" | "trial_setup_failed" | "login_failed" | "survey_not_saved" | "apps_not_saved" | "invitations_not_saved" | "workspace_not_found" | "workspace_not_online" | "workspace_status_unavailable" | "polling_timed_out" | "workspace_pending" | "going_back_unavailable" | "update_under_way" | "workspace_stopped" | "version_unknown" | "timezone_unknown" | "downgrade_refused" | "breaking_change_unconfirmed" | "settings_not_saved" | "versions_unavailable" | "restart_failed" | "operations_disabled" | "no_usage_yet" | "backup_not_found" | "backup_running" | "backups_unavailable" | "archive_invalid" | "archive_too_large" | "archive_missing" | "no_workflow_chosen" | "archive_newer" | "no_credentials" | "passphrase_wrong" | "backup_under_way" | "credentials_unavailable" | "credentials_not_restored" | "restore_failed" | "held_request_not_found" | "held_content_gone" | "held_webhooks_unavailable" | "billing_unavailable" | "checkout_failed" | "checkout_incomplete" | "plan_change_failed" | "plan_customization_failed" | "payment_information_unavailable" | "payment_details_outdated" | "resubscription_needed" | "resubscription_failed" | "subscription_paused" | "plan_change_pending" | "plan_charge_waiting" | "overage_not_sold" | "overage_price_changed" | "plan_unknown" | "payment_declined" | "already_subscribed" | "checkout_paid" | "no_subscription" | "plan_not_found" | "no_next_payment" | "no_payment_method" | "invoice_not_found" | "signature_invalid" | "ticket_not_sent" | "attachment_not_found" | "https_required" | "not_found" | "call_not_found" | "method_not_allowed" | "misdirected_request" | "body_not_allowed" | "body_too_large" | "unsupported_media_type" | "malformed_body" | "body_too_deep" | "invalid_query" | "provider_unavailable" | "internal";
            fields?: {
                [key: string]: string;
            };
            position?: {
                line: number;
                column: number;
            };
        };
        SignedIn: {
            token: string;
            user: components["schemas"]["User"];
        };
        MonthUsage: {
            month: string;
            limit: number;
            executions: number;
            isLive: boolean;
            /** Format: date-time */
            readAt: string;
            byDay: number[];
            workflows: {
                id: string;
                name: string;
                executions: number;
                notCounted: number;
                share: number;
                change: number | null;
            }[];
            comparedWith: ("month" | "week") | null;
            forecast: {
                low: number;
                expected: number;
                high: number;
                days: number;
            } | null;
        };
        Execution: {
            id: number;
            /** Format: date-time */
            at: string;
            workflow: {
                id: string;
                name: string;
            };
            /** @enum {string} */
            trigger: "webhook" | "form" | "mcp" | "schedule" | "event" | "trigger" | "retry" | "evaluation" | "cli" | "manual" | "chat" | "sub_workflow" | "error_workflow" | "agent" | "other";
            isCounted: boolean;
            reason: ("manual" | "chat" | "sub_workflow" | "error_workflow" | "agent" | "instance_ai" | "cancelled" | "limit" | "not_started" | "not_production") | null;
        };
        Version: {
            name: string;
            /** @enum {string} */
            channel: "stable" | "beta";
            /** Format: date-time */
            createdAt: string;
            hasBreakingChange: boolean;
            hasSecurityFix: boolean;
            isCurrent: boolean;
        };
        HeldWebhook: {
            /** Format: starts_with */
            id: string;
            method: string;
            path: string;
            size: number;
            /** Format: date-time */
            receivedAt: string;
            from: string;
            /** @enum {string} */
            why: "starting" | "restarting" | "updating" | "offline" | "stopped" | "unreachable" | "over_quota" | "not_registered" | "queue";
            /** @enum {string} */
            state: "waiting" | "replayed" | "failed" | "dropped";
            failure: ("workflow_failed" | "refused" | "gave_up" | "poison" | "expired") | null;
            attempts: number;
            nextAt: string | null;
            lastStatus: number | null;
            finishedAt: string | null;
            hasContent: boolean;
        };
        OpenedWebhook: {
            /** Format: starts_with */
            id: string;
            method: string;
            path: string;
            size: number;
            /** Format: date-time */
            receivedAt: string;
            from: string;
            /** @enum {string} */
            why: "starting" | "restarting" | "updating" | "offline" | "stopped" | "unreachable" | "over_quota" | "not_registered" | "queue";
            /** @enum {string} */
            state: "waiting" | "replayed" | "failed" | "dropped";
            failure: ("workflow_failed" | "refused" | "gave_up" | "poison" | "expired") | null;
            attempts: number;
            nextAt: string | null;
            lastStatus: number | null;
            finishedAt: string | null;
            hasContent: boolean;
            query: {
                name: string;
                value: string;
                isMasked: boolean;
            }[];
            headers: {
                name: string;
                value: string;
                isMasked: boolean;
            }[];
            body: {
                /** @enum {string} */
                encoding: "text" | "base64";
                content: string;
                isCut: boolean;
            } | null;
        };
        WebhookQueue: {
            paused: boolean;
            /** @enum {string} */
            order: "behind" | "straight_on";
            bounds: {
                count: number;
                bytes: number;
                hours: number;
            };
            totals: {
                waiting: number;
                failed: number;
                replayed: number;
                dropped: number;
                bytes: number;
                oldestAt: string | null;
            };
            totalPaths: number;
            paths: {
                path: string;
                waiting: number;
                failed: number;
                oldestAt: string | null;
                answerMatters: boolean | null;
                /** @enum {string} */
                choice: "learn" | "hold" | "answer";
                hours: {
                    /** Format: date-time */
                    at: string;
                    arrived: number;
                    held: number;
                    refused: number;
                    replayed: number;
                    failed: number;
                }[];
            }[];
        };
        Payment: {
            id: string;
            /** Format: date-time */
            date: string;
            amount: number;
            currency: string;
            /** @enum {string} */
            status: "paid" | "failed" | "pending" | "refunded";
            receiptUrl: string | null;
        };
        UpcomingPayment: {
            amount: number;
            currency: string;
            /** Format: date-time */
            date: string;
            postponed?: {
                amount: number;
                currency: string;
            };
        };
        UserPlan: {
            planId: string;
            displayName: string;
            monthlyExecutionsLimit: number;
            activeWorkflowsLimit: number;
            credentialsLimit: number;
            /** @enum {string} */
            supportTier: "forum" | "standard" | "dedicated";
            pruneExecutionsInterval: number;
            licenseFeatures: {
                "quota:users": number;
            };
            enabledFeatures: ("one-project" | "three-projects" | "unlimited-projects" | "unlimited-users" | "forum-support" | "insights-7-days" | "insights-365-days" | "advanced-permissions" | "global-variables" | "history-1-day" | "history-5-days" | "execution-search" | "environments" | "external-secrets" | "log-streaming" | "version-control" | "scaling" | "dedicated-support" | "ldap" | "extended-retention" | "invoice-billing")[];
            userManagementEnabled: boolean;
            allowCustomQuotas: boolean;
            expirationDate: string | null;
            concurrentExecutionsLimit: number;
            isActive: boolean;
            metadata: {
                version: number;
                /** @enum {string} */
                group: "opt-out" | "opt-in" | "trial" | "legacy" | "enterprise";
                slug: string;
                isLatest: boolean;
                trial?: {
                    length: number;
                    gracePeriod: number;
                };
            };
            userIsTrialing: boolean;
        };
        PaddlePlan: {
            id: string;
            name: string;
            /** @enum {string} */
            billing_type: "month" | "year";
            /** @constant */
            billing_period: 1;
            spec: {
                /** @enum {string} */
                planId: "starter" | "pro-1" | "pro-2" | "custom";
                /** @enum {string} */
                period: "monthly" | "yearly";
                customQuota: {
                    bounds: {
                        executions: {
                            min: number;
                            max: number;
                            step: number;
                        };
                        activeWorkflows: {
                            min: number;
                            max: number;
                            step: number;
                        };
                    };
                    perThousandExecutions: number;
                    perActiveWorkflow: number;
                } | null;
            };
            recurring_price: {
                [key: string]: number;
            };
        };
    };
    responses: {
        /** @description Any other refusal, or a failure on our side or of a service we depend on. You can retry after a 5xx. */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns who is signed in and what their account has. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "usr_9fQ2mXcV7bLw4KzT",
                     *         "username": "ada",
                     *         "name": "Ada Lovelace",
                     *         "email": "ada@example.com",
                     *         "confirmed": true,
                     *         "role": "owner"
                     *       },
                     *       "account": {
                     *         "id": "acc_4TgM8sLd6cJf1NpA",
                     *         "name": "ada",
                     *         "isSetup": true,
                     *         "taxInclusive": false,
                     *         "billing": {
                     *           "status": "active",
                     *           "planId": "pro-1",
                     *           "updateUrl": "https://weft.example/manage/billing"
                     *         },
                     *         "planSpec": {
                     *           "planId": "pro-1",
                     *           "displayName": "Pro 10k",
                     *           "monthlyExecutionsLimit": 10000,
                     *           "activeWorkflowsLimit": 15,
                     *           "credentialsLimit": -1,
                     *           "supportTier": "standard",
                     *           "pruneExecutionsInterval": 720,
                     *           "licenseFeatures": {
                     *             "quota:users": -1
                     *           },
                     *           "enabledFeatures": [
                     *             "three-projects",
                     *             "unlimited-users",
                     *             "execution-search"
                     *           ],
                     *           "userManagementEnabled": true,
                     *           "allowCustomQuotas": false,
                     *           "expirationDate": null,
                     *           "metadata": {
                     *             "version": 3,
                     *             "group": "opt-in",
                     *             "slug": "pro-1"
                     *           }
                     *         },
                     *         "instance": {
                     *           "workspaceId": "wks_7HkP3nRz5vQwXy2B",
                     *           "accountId": "acc_4TgM8sLd6cJf1NpA",
                     *           "name": "ada",
                     *           "status": 1,
                     *           "cause": null,
                     *           "notice": null,
                     *           "since": 1795000000000,
                     *           "version": {
                     *             "name": "2.40.7"
                     *           },
                     *           "timezone": "Europe/Berlin",
                     *           "saveExecutions": {
                     *             "manual": true,
                     *             "failed": true,
                     *             "successful": false
                     *           },
                     *           "ownerEmail": "ada@example.com",
                     *           "plan": "trial-1",
                     *           "trialEndsAt": 1796209600000,
                     *           "trialDaysLeft": 14,
                     *           "deletionAt": 1796468800000,
                     *           "finalBackupUntil": null,
                     *           "forcedUpdate": null,
                     *           "goBack": null,
                     *           "limits": {
                     *             "executions": 1000,
                     *             "activeWorkflows": 5
                     *           },
                     *           "usage": {
                     *             "timeframe": "2026-11",
                     *             "executions": 42,
                     *             "activeWorkflows": 3
                     *           },
                     *           "revision": 7,
                     *           "usedLimits": {
                     *             "timeframe": "2026-11",
                     *             "executions": 42,
                     *             "activeWorkflows": 3
                     *           },
                     *           "deletionDate": "2026-12-05T02:13:20.000Z",
                     *           "url": "https://ada.weft.example/"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        user: components["schemas"]["User"];
                        account: components["schemas"]["Account"];
                    };
                };
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fullName": "Ada Lovelace",
                 *       "email": "ada@example.com",
                 *       "confirmEmail": "ada@example.com",
                 *       "password": "analytical engine",
                 *       "accountName": "ada",
                 *       "newsletter": false,
                 *       "humanCheck": "eyJjaGFsbGVuZ2UiOnt9fQ==",
                 *       "timezone": "Europe/London"
                 *     }
                 */
                "application/json": {
                    fullName: string;
                    email: string;
                    confirmEmail: string;
                    password: string;
                    accountName: string & (unknown & unknown & unknown);
                    newsletter?: boolean;
                    humanCheck: string;
                    timezone?: string;
                };
            };
        };
        responses: {
            /** @description Creates an account and signs its owner in; an email asks them to confirm the address. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "V3rY-s3cr3t-0000000000000000000000000000000",
                     *       "user": {
                     *         "id": "usr_9fQ2mXcV7bLw4KzT",
                     *         "username": "ada",
                     *         "name": "Ada Lovelace",
                     *         "email": "ada@example.com",
                     *         "confirmed": false,
                     *         "role": "owner"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `account_name_taken`, `human_check_failed`, `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "login": "ada",
                 *       "password": "analytical engine"
                 *     }
                 */
                "application/json": {
                    login: string;
                    password: string;
                    secondFactor?: string;
                };
            };
        };
        responses: {
            /** @description Signs in with username or email and password. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "V3rY-s3cr3t-0000000000000000000000000000000",
                     *       "user": {
                     *         "id": "usr_9fQ2mXcV7bLw4KzT",
                     *         "username": "ada",
                     *         "name": "Ada Lovelace",
                     *         "email": "ada@example.com",
                     *         "confirmed": true,
                     *         "role": "owner"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_credentials`, `second_factor_due`, `second_factor_wrong` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    confirmAccess: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": {
                    code?: string;
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Confirms your identity with the code of your authenticator app or, without one, your password. For the next 15 minutes this session may make the calls that answer `access_unconfirmed`. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `second_factor_wrong`, `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `session_needed`, `forbidden`, `api_token_scope_missing`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `password_wrong`, `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    loginWithCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "q1W2e3R4t5Y6u7I8o9P0"
                 *     }
                 */
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Signs in with the code that a workspace requested, in a known browser. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "V3rY-s3cr3t-0000000000000000000000000000000",
                     *       "user": {
                     *         "id": "usr_9fQ2mXcV7bLw4KzT",
                     *         "username": "ada",
                     *         "name": "Ada Lovelace",
                     *         "email": "ada@example.com",
                     *         "confirmed": true,
                     *         "role": "owner"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `login_code_failed`, `second_factor_due` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    resendConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Resends the confirmation email, at most once a minute. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resend_too_soon`, `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    confirmEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "a0S9d8F7g6H5j4K3l2",
                 *       "password": "analytical engine",
                 *       "fullName": "Ada Lovelace"
                 *     }
                 */
                "application/json": {
                    token: string;
                    password?: string;
                    fullName?: string;
                };
            };
        };
        responses: {
            /** @description Confirms an email by the token of its link. Without the session of the registration it needs a password, which replaces the one of the registration, ends every other session and signs in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "V3rY-s3cr3t-0000000000000000000000000000000",
                     *       "user": {
                     *         "id": "usr_9fQ2mXcV7bLw4KzT",
                     *         "username": "ada",
                     *         "name": "Ada Lovelace",
                     *         "email": "ada@example.com",
                     *         "confirmed": true,
                     *         "role": "owner"
                     *       }
                     *     }
                     */
                    "application/json": {
                        token?: string;
                        user: components["schemas"]["User"];
                    };
                };
            };
            /** @description `api_token_in_address`, `confirmation_failed`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `confirmation_needs_password`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `email_belongs_to_another` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `confirmation_expired` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    sendMagicLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            /** @description Emails a sign-in link if the email is an owner’s. The answer is always the same. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ends the session. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `foreign_origin`, `session_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getSurveyAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns the answer to the setup survey. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workArea": "other",
                     *       "otherWorkArea": "Research",
                     *       "codingSkills": 4,
                     *       "companyIndustry": "saas",
                     *       "otherCompanyIndustry": null,
                     *       "companySize": "20-99",
                     *       "timezone": "Europe/Berlin"
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        workArea: "finance" | "HR" | "IT-Engineering" | "legal" | "marketing-growth" | "ops" | "product" | "sales-businessDevelopment" | "security" | "support" | "executive" | "other" | "n/a";
                        otherWorkArea: string | null;
                        codingSkills: number;
                        /** @enum {string} */
                        companyIndustry: "e-commerce" | "automation-consulting" | "systems-integration" | "government" | "legal-industry" | "healthcare" | "finance-industry" | "security-industry" | "saas" | "other";
                        otherCompanyIndustry: string | null;
                        /** @enum {string} */
                        companySize: "<20" | "20-99" | "100-499" | "500-999" | "1000+" | "personalUser";
                        timezone: string;
                    };
                };
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `survey_not_answered` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    answerSurvey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workArea": "other",
                 *       "otherWorkArea": "Research",
                 *       "codingSkills": 4,
                 *       "companyIndustry": "saas",
                 *       "otherCompanyIndustry": null,
                 *       "companySize": "20-99",
                 *       "timezone": "Europe/Berlin"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    workArea: "finance" | "HR" | "IT-Engineering" | "legal" | "marketing-growth" | "ops" | "product" | "sales-businessDevelopment" | "security" | "support" | "executive" | "other" | "n/a";
                    otherWorkArea?: string | null;
                    codingSkills: number;
                    /** @enum {string} */
                    companyIndustry: "e-commerce" | "automation-consulting" | "systems-integration" | "government" | "legal-industry" | "healthcare" | "finance-industry" | "security-industry" | "saas" | "other";
                    otherCompanyIndustry?: string | null;
                    /** @enum {string} */
                    companySize: "<20" | "20-99" | "100-499" | "500-999" | "1000+" | "personalUser";
                    timezone: string;
                };
            };
        };
        responses: {
            /** @description Answers the setup survey; replaces an earlier answer. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    selectApps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "apps": [
                 *         "n8n-nodes-base.slack",
                 *         "n8n-nodes-base.github"
                 *       ]
                 *     }
                 */
                "application/json": {
                    apps: string[];
                };
            };
        };
        responses: {
            /** @description Sets the apps that the account works with, by the catalogue’s names. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": Record<string, never>;
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    inviteMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "invitations": [
                 *         {
                 *           "email": "grace@example.com",
                 *           "role": "operator"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    emails: string[];
                } | {
                    invitations: {
                        email: string;
                        /**
                         * @default member
                         * @enum {string}
                         */
                        role?: "owner" | "billing" | "operator" | "member";
                    }[];
                };
            };
        };
        responses: {
            /** @description Invites teammates: `emails` as members, or `invitations` each with a role. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `access_unconfirmed`, `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listWorkspaces: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ada */
                username: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the workspace of that name, for its members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "name": "ada",
                     *         "url": "https://ada.weft.example/",
                     *         "status": 1
                     *       }
                     *     ]
                     */
                    "application/json": {
                        name: string;
                        /** Format: uri */
                        url: string;
                        status: (0 | 1 | 2 | 3) | null;
                    }[];
                };
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getInstance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns the workspace’s status and what it runs. 0 is offline, 1 online, 2 pending, 3 stopped. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspaceId": "wks_7HkP3nRz5vQwXy2B",
                     *       "accountId": "acc_4TgM8sLd6cJf1NpA",
                     *       "name": "ada",
                     *       "status": 1,
                     *       "cause": null,
                     *       "notice": null,
                     *       "since": 1795000000000,
                     *       "version": {
                     *         "name": "2.40.7"
                     *       },
                     *       "timezone": "Europe/Berlin",
                     *       "saveExecutions": {
                     *         "manual": true,
                     *         "failed": true,
                     *         "successful": false
                     *       },
                     *       "ownerEmail": "ada@example.com",
                     *       "plan": "trial-1",
                     *       "trialEndsAt": 1796209600000,
                     *       "trialDaysLeft": 14,
                     *       "deletionAt": 1796468800000,
                     *       "finalBackupUntil": null,
                     *       "forcedUpdate": null,
                     *       "goBack": null,
                     *       "limits": {
                     *         "executions": 1000,
                     *         "activeWorkflows": 5
                     *       },
                     *       "usage": {
                     *         "timeframe": "2026-11",
                     *         "executions": 42,
                     *         "activeWorkflows": 3
                     *       },
                     *       "revision": 7,
                     *       "usedLimits": {
                     *         "timeframe": "2026-11",
                     *         "executions": 42,
                     *         "activeWorkflows": 3
                     *       },
                     *       "deletionDate": "2026-12-05T02:13:20.000Z",
                     *       "url": "https://ada.weft.example/"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getUsedLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns what the workspace used this month. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "timeframe": "2026-11",
                     *       "executions": 42,
                     *       "activeWorkflows": 3
                     *     }
                     */
                    "application/json": {
                        timeframe: string;
                        executions: number;
                        activeWorkflows: number;
                    };
                };
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_not_found`, `no_usage_yet` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @example 2026-11 */
                month?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns a month’s executions by workflow and day, with a forecast for the current one. While the workspace doesn’t respond, it returns the last reading. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "month": "2026-11",
                     *       "limit": 2500,
                     *       "executions": 3,
                     *       "isLive": true,
                     *       "readAt": "2026-11-03T09:00:00.000Z",
                     *       "byDay": [
                     *         2,
                     *         0,
                     *         1,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0,
                     *         0
                     *       ],
                     *       "workflows": [
                     *         {
                     *           "id": "k2Xc8Qv1",
                     *           "name": "New orders",
                     *           "executions": 3,
                     *           "notCounted": 1,
                     *           "share": 1,
                     *           "change": 2
                     *         }
                     *       ],
                     *       "comparedWith": "month",
                     *       "forecast": null
                     *     }
                     */
                    "application/json": components["schemas"]["MonthUsage"];
                };
            };
            /** @description `api_token_in_address`, `invalid_query` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_not_found`, `no_usage_yet` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listExecutions: {
        parameters: {
            query?: {
                /** @example 2026-11 */
                month?: string;
                /** @example 21 */
                day?: string;
                /** @example k2Xc8Qv1 */
                workflow?: string;
                /** @example false */
                counted?: "true" | "false";
                /** @example 50 */
                limit?: string;
                /** @example 1204 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists a month’s executions, newest first, each with its trigger and why it counts or not. The workspace keeps this month and the last. The `Link` header with `rel="next"` points to the next page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1204,
                     *         "at": "2026-11-21T08:30:00.000Z",
                     *         "workflow": {
                     *           "id": "k2Xc8Qv1",
                     *           "name": "New orders"
                     *         },
                     *         "trigger": "webhook",
                     *         "isCounted": true,
                     *         "reason": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Execution"][];
                };
            };
            /** @description `api_token_in_address`, `invalid_query` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_not_online` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getInstanceUrl: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Creates a link that signs you in to the workspace, once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://ada.weft.example/weft/open?token=x"
                     *     }
                     */
                    "application/json": {
                        /** Format: uri */
                        url: string;
                    };
                };
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `foreign_origin`, `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_not_online` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listVersions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the n8n versions to choose from, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "name": "2.41.3",
                     *         "channel": "beta",
                     *         "createdAt": "2026-09-26T01:10:25.000Z",
                     *         "hasBreakingChange": false,
                     *         "hasSecurityFix": true,
                     *         "isCurrent": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Version"][];
                };
            };
            /** @description Not modified. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    configureInstance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "timezone": "Asia/Tokyo",
                 *       "saveExecutions": {
                 *         "manual": false,
                 *         "failed": true,
                 *         "successful": false
                 *       }
                 *     }
                 */
                "application/json": {
                    version?: string;
                    timezone?: string;
                    saveExecutions?: {
                        manual: boolean;
                        failed: boolean;
                        successful: boolean;
                    };
                    confirmName?: string;
                    status?: unknown;
                };
            };
        };
        responses: {
            /** @description Changes version, timezone or which executions are saved; omitted fields stay the same. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspaceId": "wks_7HkP3nRz5vQwXy2B",
                     *       "accountId": "acc_4TgM8sLd6cJf1NpA",
                     *       "name": "ada",
                     *       "status": 2,
                     *       "cause": "configure",
                     *       "notice": null,
                     *       "since": 1795000000000,
                     *       "version": {
                     *         "name": "2.40.7"
                     *       },
                     *       "timezone": "Europe/Berlin",
                     *       "saveExecutions": {
                     *         "manual": true,
                     *         "failed": true,
                     *         "successful": false
                     *       },
                     *       "ownerEmail": "ada@example.com",
                     *       "plan": "trial-1",
                     *       "trialEndsAt": 1796209600000,
                     *       "trialDaysLeft": 14,
                     *       "deletionAt": 1796468800000,
                     *       "finalBackupUntil": null,
                     *       "forcedUpdate": null,
                     *       "goBack": null,
                     *       "limits": {
                     *         "executions": 1000,
                     *         "activeWorkflows": 5
                     *       },
                     *       "usage": {
                     *         "timeframe": "2026-11",
                     *         "executions": 42,
                     *         "activeWorkflows": 3
                     *       },
                     *       "revision": 7,
                     *       "usedLimits": {
                     *         "timeframe": "2026-11",
                     *         "executions": 42,
                     *         "activeWorkflows": 3
                     *       },
                     *       "deletionDate": "2026-12-05T02:13:20.000Z",
                     *       "url": "https://ada.weft.example/"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_stopped`, `update_under_way` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `version_unknown`, `timezone_unknown`, `downgrade_refused`, `breaking_change_unconfirmed`, `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    restartInstance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Restarts the workspace. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspaceId": "wks_7HkP3nRz5vQwXy2B",
                     *       "accountId": "acc_4TgM8sLd6cJf1NpA",
                     *       "name": "ada",
                     *       "status": 2,
                     *       "cause": "restart",
                     *       "notice": null,
                     *       "since": 1795000000000,
                     *       "version": {
                     *         "name": "2.40.7"
                     *       },
                     *       "timezone": "Europe/Berlin",
                     *       "saveExecutions": {
                     *         "manual": true,
                     *         "failed": true,
                     *         "successful": false
                     *       },
                     *       "ownerEmail": "ada@example.com",
                     *       "plan": "trial-1",
                     *       "trialEndsAt": 1796209600000,
                     *       "trialDaysLeft": 14,
                     *       "deletionAt": 1796468800000,
                     *       "finalBackupUntil": null,
                     *       "forcedUpdate": null,
                     *       "goBack": null,
                     *       "limits": {
                     *         "executions": 1000,
                     *         "activeWorkflows": 5
                     *       },
                     *       "usage": {
                     *         "timeframe": "2026-11",
                     *         "executions": 42,
                     *         "activeWorkflows": 3
                     *       },
                     *       "revision": 7,
                     *       "usedLimits": {
                     *         "timeframe": "2026-11",
                     *         "executions": 42,
                     *         "activeWorkflows": 3
                     *       },
                     *       "deletionDate": "2026-12-05T02:13:20.000Z",
                     *       "url": "https://ada.weft.example/"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_stopped`, `workspace_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    goBack: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Goes back to the version and data of before the last update, for 24 hours after it. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspaceId": "wks_7HkP3nRz5vQwXy2B",
                     *       "accountId": "acc_4TgM8sLd6cJf1NpA",
                     *       "name": "ada",
                     *       "status": 2,
                     *       "cause": "go_back",
                     *       "notice": null,
                     *       "since": 1795000000000,
                     *       "version": {
                     *         "name": "2.40.7"
                     *       },
                     *       "timezone": "Europe/Berlin",
                     *       "saveExecutions": {
                     *         "manual": true,
                     *         "failed": true,
                     *         "successful": false
                     *       },
                     *       "ownerEmail": "ada@example.com",
                     *       "plan": "trial-1",
                     *       "trialEndsAt": 1796209600000,
                     *       "trialDaysLeft": 14,
                     *       "deletionAt": 1796468800000,
                     *       "finalBackupUntil": null,
                     *       "forcedUpdate": null,
                     *       "goBack": null,
                     *       "limits": {
                     *         "executions": 1000,
                     *         "activeWorkflows": 5
                     *       },
                     *       "usage": {
                     *         "timeframe": "2026-11",
                     *         "executions": 42,
                     *         "activeWorkflows": 3
                     *       },
                     *       "revision": 7,
                     *       "usedLimits": {
                     *         "timeframe": "2026-11",
                     *         "executions": 42,
                     *         "activeWorkflows": 3
                     *       },
                     *       "deletionDate": "2026-12-05T02:13:20.000Z",
                     *       "url": "https://ada.weft.example/"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_stopped`, `workspace_pending`, `going_back_unavailable` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listHeldWebhooks: {
        parameters: {
            query?: {
                /** @example /webhook/orders */
                path?: string;
                /** @example waiting */
                state?: "waiting" | "replayed" | "failed" | "dropped";
                /** @example 1204 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the held webhooks, newest first, without headers, queries and bodies. The `Link` header with `rel="next"` points to the next page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "hld_9QpT4vXs7LcR2mZk",
                     *         "method": "POST",
                     *         "path": "/webhook/orders",
                     *         "size": 27,
                     *         "receivedAt": "2026-11-21T09:14:03.120Z",
                     *         "from": "203.0.113.9",
                     *         "why": "restarting",
                     *         "state": "waiting",
                     *         "failure": null,
                     *         "attempts": 1,
                     *         "nextAt": "2026-11-21T09:14:23.120Z",
                     *         "lastStatus": null,
                     *         "finishedAt": null,
                     *         "hasContent": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["HeldWebhook"][];
                };
            };
            /** @description `api_token_in_address`, `invalid_query` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getHeldWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example hld_9QpT4vXs7LcR2mZk */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gives a held webhook with headers, query and the first 64 kB of its body; secrets are masked. Each call is recorded in the account’s activity. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "hld_9QpT4vXs7LcR2mZk",
                     *       "method": "POST",
                     *       "path": "/webhook/orders",
                     *       "size": 27,
                     *       "receivedAt": "2026-11-21T09:14:03.120Z",
                     *       "from": "203.0.113.9",
                     *       "why": "restarting",
                     *       "state": "waiting",
                     *       "failure": null,
                     *       "attempts": 1,
                     *       "nextAt": "2026-11-21T09:14:23.120Z",
                     *       "lastStatus": null,
                     *       "finishedAt": null,
                     *       "hasContent": true,
                     *       "query": [
                     *         {
                     *           "name": "token",
                     *           "value": "••••••••",
                     *           "isMasked": true
                     *         }
                     *       ],
                     *       "headers": [
                     *         {
                     *           "name": "content-type",
                     *           "value": "application/json",
                     *           "isMasked": false
                     *         }
                     *       ],
                     *       "body": {
                     *         "encoding": "text",
                     *         "content": "{\"order\":17,\"customer\":\"Ada\"}",
                     *         "isCut": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OpenedWebhook"];
                };
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `held_request_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getWebhookQueue: {
        parameters: {
            query?: {
                /** @example /webhook/orders */
                path?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gives what waits for each path, the counts of the last 24 hours by hour, and how webhooks are held. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "paused": false,
                     *       "order": "behind",
                     *       "bounds": {
                     *         "count": 2500,
                     *         "bytes": 163840000,
                     *         "hours": 72
                     *       },
                     *       "totals": {
                     *         "waiting": 1,
                     *         "failed": 0,
                     *         "replayed": 12,
                     *         "dropped": 0,
                     *         "bytes": 27,
                     *         "oldestAt": "2026-11-21T09:14:03.120Z"
                     *       },
                     *       "totalPaths": 1,
                     *       "paths": [
                     *         {
                     *           "path": "/webhook/orders",
                     *           "waiting": 1,
                     *           "failed": 0,
                     *           "oldestAt": "2026-11-21T09:14:03.120Z",
                     *           "answerMatters": null,
                     *           "choice": "learn",
                     *           "hours": [
                     *             {
                     *               "at": "2026-11-21T09:00:00.000Z",
                     *               "arrived": 13,
                     *               "held": 13,
                     *               "refused": 0,
                     *               "replayed": 12,
                     *               "failed": 0
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookQueue"];
                };
            };
            /** @description `api_token_in_address`, `invalid_query` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    changeWebhookQueue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "paused": true,
                 *       "path": {
                 *         "path": "/webhook/orders",
                 *         "choice": "hold"
                 *       }
                 *     }
                 */
                "application/json": {
                    paused?: boolean;
                    /** @enum {string} */
                    order?: "behind" | "straight_on";
                    path?: {
                        path: string;
                        /** @enum {string} */
                        choice: "learn" | "hold" | "answer";
                    };
                };
            };
        };
        responses: {
            /** @description Pauses or resumes the replay, sets whether new requests wait behind a queue or go straight on, or sets how one path is held. What is left out stays. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "paused": true,
                     *       "order": "behind"
                     *     }
                     */
                    "application/json": {
                        paused: boolean;
                        /** @enum {string} */
                        order: "behind" | "straight_on";
                    };
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    replayHeldWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "path": "/webhook/orders"
                 *     }
                 */
                "application/json": {
                    ids?: string[];
                    path?: string;
                };
            };
        };
        responses: {
            /** @description Tries waiting webhooks now and failed ones again: those with these ids, or all of a path. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 3
                     *     }
                     */
                    "application/json": {
                        count: number;
                    };
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `held_request_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `held_content_gone` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    dropHeldWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "hld_9QpT4vXs7LcR2mZk"
                 *       ]
                 *     }
                 */
                "application/json": {
                    ids?: string[];
                    path?: string;
                };
            };
        };
        responses: {
            /** @description Drops waiting and failed webhooks and deletes what they hold: those with these ids, or all of a path. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1
                     *     }
                     */
                    "application/json": {
                        count: number;
                    };
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `held_request_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    hasBackupsByGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answers by its status whether there is a backup. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `backup_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    hasBackups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answers by its status whether there is a backup. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `backup_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    beginExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Starts a backup of all workflows; returns the running one if there is one. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "bkp_2LqW8eRt6yUi0OpZ"
                     *     }
                     */
                    "application/json": {
                        /** Format: starts_with */
                        id: string;
                    };
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_not_online` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example bkp_2LqW8eRt6yUi0OpZ */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Downloads a backup as a zip archive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workspace_not_found`, `backup_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `backup_running` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    hasActiveBillingByGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answers by its status whether the subscription is active. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `no_subscription` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    hasActiveBilling: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answers by its status whether the subscription is active. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `no_subscription` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @example 50 */
                limit?: string;
                /** @example MTc5NTAwMDAwMDAwMC50eG5fMDE */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the account’s payments, newest first. The `Link` header with `rel="next"` points to the next page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "txn_01j8w3v1xq5m",
                     *         "date": "2026-11-21T00:00:00.000Z",
                     *         "amount": 6000,
                     *         "currency": "USD",
                     *         "status": "paid",
                     *         "receiptUrl": "https://weft.example/manage/billing/invoice/txn_01j8w3v1xq5m"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Payment"][];
                };
            };
            /** @description `api_token_in_address`, `invalid_query` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @example 50 */
                limit?: string;
                /** @example MTc5NTAwMDAwMDAwMC50eG5fMDE */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the same payments under the provider’s name for them. The `Link` header with `rel="next"` points to the next page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "txn_01j8w3v1xq5m",
                     *         "date": "2026-11-21T00:00:00.000Z",
                     *         "amount": 6000,
                     *         "currency": "USD",
                     *         "status": "paid",
                     *         "receiptUrl": "https://weft.example/manage/billing/invoice/txn_01j8w3v1xq5m"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Payment"][];
                };
            };
            /** @description `api_token_in_address`, `invalid_query` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getPaymentInformation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns how the account pays. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "method": "card",
                     *       "cardBrand": "visa",
                     *       "lastFour": "4242",
                     *       "expiry": "12/2040"
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        method: "card" | "paypal";
                        /** @enum {string} */
                        cardBrand: "generic" | "amex" | "discover" | "maestro" | "mastercard" | "paypal" | "visa";
                        lastFour: string | null;
                        expiry: string | null;
                    };
                };
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `no_subscription`, `no_payment_method` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getNextPayment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns the next payment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "amount": 6000,
                     *       "currency": "USD",
                     *       "date": "2026-12-21T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UpcomingPayment"];
                };
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `no_subscription`, `no_next_payment` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `billing_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    previewPlanChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "planId": "pro-2",
                 *       "period": "monthly"
                 *     }
                 */
                "application/json": {
                    planId: string;
                    /** @enum {string} */
                    period: "monthly" | "yearly";
                    /** @default true */
                    chargeNow?: boolean;
                };
            };
        };
        responses: {
            /** @description Previews what another plan or billing period would cost. Nothing is charged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "immediate": {
                     *         "amount": 3000,
                     *         "currency": "USD"
                     *       },
                     *       "next": {
                     *         "amount": 6000,
                     *         "currency": "USD",
                     *         "date": "2026-12-21T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        immediate: {
                            amount: number;
                            currency: string;
                        };
                        next: components["schemas"]["UpcomingPayment"];
                    };
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `no_subscription` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payment_details_outdated`, `resubscription_needed`, `plan_charge_waiting`, `plan_change_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `plan_unknown`, `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `plan_change_failed` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    changePlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "planId": "pro-2",
                 *       "period": "monthly",
                 *       "chargeNow": true
                 *     }
                 */
                "application/json": {
                    planId: string;
                    /** @enum {string} */
                    period: "monthly" | "yearly";
                    chargeNow: boolean;
                };
            };
        };
        responses: {
            /** @description Changes the plan or its billing period immediately. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acc_4TgM8sLd6cJf1NpA",
                     *       "name": "ada",
                     *       "isSetup": true,
                     *       "taxInclusive": false,
                     *       "billing": {
                     *         "status": "active",
                     *         "planId": "pro-1",
                     *         "updateUrl": "https://weft.example/manage/billing"
                     *       },
                     *       "planSpec": {
                     *         "planId": "pro-1",
                     *         "displayName": "Pro 10k",
                     *         "monthlyExecutionsLimit": 10000,
                     *         "activeWorkflowsLimit": 15,
                     *         "credentialsLimit": -1,
                     *         "supportTier": "standard",
                     *         "pruneExecutionsInterval": 720,
                     *         "licenseFeatures": {
                     *           "quota:users": -1
                     *         },
                     *         "enabledFeatures": [
                     *           "three-projects",
                     *           "unlimited-users",
                     *           "execution-search"
                     *         ],
                     *         "userManagementEnabled": true,
                     *         "allowCustomQuotas": false,
                     *         "expirationDate": null,
                     *         "metadata": {
                     *           "version": 3,
                     *           "group": "opt-in",
                     *           "slug": "pro-1"
                     *         }
                     *       },
                     *       "instance": {
                     *         "workspaceId": "wks_7HkP3nRz5vQwXy2B",
                     *         "accountId": "acc_4TgM8sLd6cJf1NpA",
                     *         "name": "ada",
                     *         "status": 1,
                     *         "cause": null,
                     *         "notice": null,
                     *         "since": 1795000000000,
                     *         "version": {
                     *           "name": "2.40.7"
                     *         },
                     *         "timezone": "Europe/Berlin",
                     *         "saveExecutions": {
                     *           "manual": true,
                     *           "failed": true,
                     *           "successful": false
                     *         },
                     *         "ownerEmail": "ada@example.com",
                     *         "plan": "trial-1",
                     *         "trialEndsAt": 1796209600000,
                     *         "trialDaysLeft": 14,
                     *         "deletionAt": 1796468800000,
                     *         "finalBackupUntil": null,
                     *         "forcedUpdate": null,
                     *         "goBack": null,
                     *         "limits": {
                     *           "executions": 1000,
                     *           "activeWorkflows": 5
                     *         },
                     *         "usage": {
                     *           "timeframe": "2026-11",
                     *           "executions": 42,
                     *           "activeWorkflows": 3
                     *         },
                     *         "revision": 7,
                     *         "usedLimits": {
                     *           "timeframe": "2026-11",
                     *           "executions": 42,
                     *           "activeWorkflows": 3
                     *         },
                     *         "deletionDate": "2026-12-05T02:13:20.000Z",
                     *         "url": "https://ada.weft.example/"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payment_declined` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `access_unconfirmed`, `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `no_subscription` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payment_details_outdated`, `resubscription_needed`, `plan_charge_waiting`, `plan_change_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `plan_unknown`, `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `plan_change_failed` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    previewQuotaChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "executions": 20000,
                 *       "activeWorkflows": 25
                 *     }
                 */
                "application/json": {
                    executions: number;
                    activeWorkflows: number;
                    /** @enum {string} */
                    period?: "monthly" | "yearly";
                    /** @default true */
                    chargeNow?: boolean;
                };
            };
        };
        responses: {
            /** @description Previews what a custom quota would cost. Nothing is charged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "immediate": {
                     *         "amount": 3000,
                     *         "currency": "USD"
                     *       },
                     *       "next": {
                     *         "amount": 6000,
                     *         "currency": "USD",
                     *         "date": "2026-12-21T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        immediate: {
                            amount: number;
                            currency: string;
                        };
                        next: components["schemas"]["UpcomingPayment"];
                    };
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `no_subscription` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payment_details_outdated`, `resubscription_needed`, `plan_charge_waiting`, `plan_change_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `plan_customization_failed` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    changeQuota: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "executions": 20000,
                 *       "activeWorkflows": 25,
                 *       "chargeNow": false
                 *     }
                 */
                "application/json": {
                    executions: number;
                    activeWorkflows: number;
                    /** @enum {string} */
                    period?: "monthly" | "yearly";
                    chargeNow: boolean;
                };
            };
        };
        responses: {
            /** @description Changes the quota of a custom plan immediately. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acc_4TgM8sLd6cJf1NpA",
                     *       "name": "ada",
                     *       "isSetup": true,
                     *       "taxInclusive": false,
                     *       "billing": {
                     *         "status": "active",
                     *         "planId": "pro-1",
                     *         "updateUrl": "https://weft.example/manage/billing"
                     *       },
                     *       "planSpec": {
                     *         "planId": "pro-1",
                     *         "displayName": "Pro 10k",
                     *         "monthlyExecutionsLimit": 10000,
                     *         "activeWorkflowsLimit": 15,
                     *         "credentialsLimit": -1,
                     *         "supportTier": "standard",
                     *         "pruneExecutionsInterval": 720,
                     *         "licenseFeatures": {
                     *           "quota:users": -1
                     *         },
                     *         "enabledFeatures": [
                     *           "three-projects",
                     *           "unlimited-users",
                     *           "execution-search"
                     *         ],
                     *         "userManagementEnabled": true,
                     *         "allowCustomQuotas": false,
                     *         "expirationDate": null,
                     *         "metadata": {
                     *           "version": 3,
                     *           "group": "opt-in",
                     *           "slug": "pro-1"
                     *         }
                     *       },
                     *       "instance": {
                     *         "workspaceId": "wks_7HkP3nRz5vQwXy2B",
                     *         "accountId": "acc_4TgM8sLd6cJf1NpA",
                     *         "name": "ada",
                     *         "status": 1,
                     *         "cause": null,
                     *         "notice": null,
                     *         "since": 1795000000000,
                     *         "version": {
                     *           "name": "2.40.7"
                     *         },
                     *         "timezone": "Europe/Berlin",
                     *         "saveExecutions": {
                     *           "manual": true,
                     *           "failed": true,
                     *           "successful": false
                     *         },
                     *         "ownerEmail": "ada@example.com",
                     *         "plan": "trial-1",
                     *         "trialEndsAt": 1796209600000,
                     *         "trialDaysLeft": 14,
                     *         "deletionAt": 1796468800000,
                     *         "finalBackupUntil": null,
                     *         "forcedUpdate": null,
                     *         "goBack": null,
                     *         "limits": {
                     *           "executions": 1000,
                     *           "activeWorkflows": 5
                     *         },
                     *         "usage": {
                     *           "timeframe": "2026-11",
                     *           "executions": 42,
                     *           "activeWorkflows": 3
                     *         },
                     *         "revision": 7,
                     *         "usedLimits": {
                     *           "timeframe": "2026-11",
                     *           "executions": 42,
                     *           "activeWorkflows": 3
                     *         },
                     *         "deletionDate": "2026-12-05T02:13:20.000Z",
                     *         "url": "https://ada.weft.example/"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payment_declined` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `access_unconfirmed`, `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `no_subscription` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payment_details_outdated`, `resubscription_needed`, `plan_charge_waiting`, `plan_change_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `plan_customization_failed` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getAtLimit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns what happens when the plan’s executions are used up: they wait, or run on and are paid for up to a cap. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "atLimit": "run_on",
                     *       "maxThousands": 10,
                     *       "unitPrice": {
                     *         "amount": 800,
                     *         "currency": "USD"
                     *       },
                     *       "maxExecutions": 10000
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        atLimit: "hold" | "run_on";
                        maxThousands: number | null;
                        unitPrice: {
                            amount: number;
                            currency: string;
                        } | null;
                        maxExecutions: number;
                    };
                };
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    changeAtLimit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "atLimit": "run_on",
                 *       "maxThousands": 10,
                 *       "unitAmount": 800,
                 *       "currency": "USD"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    atLimit: "hold" | "run_on";
                    maxThousands?: number | string;
                    unitAmount?: number | string;
                    currency?: string;
                };
            };
        };
        responses: {
            /** @description Chooses what happens when the plan’s executions are used up. To run on, send the cap in thousands and the price that the GET call returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "atLimit": "run_on",
                     *       "maxThousands": 10,
                     *       "unitPrice": {
                     *         "amount": 800,
                     *         "currency": "USD"
                     *       },
                     *       "maxExecutions": 10000
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        atLimit: "hold" | "run_on";
                        maxThousands: number | null;
                        unitPrice: {
                            amount: number;
                            currency: string;
                        } | null;
                        maxExecutions: number;
                    };
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `access_unconfirmed`, `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `no_subscription` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payment_details_outdated`, `resubscription_needed`, `overage_not_sold`, `overage_price_changed` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    completeCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "planId": "pro-1"
                 *     }
                 */
                "application/json": {
                    planId: string;
                };
            };
        };
        responses: {
            /** @description Confirms that the plan that was paid for is there. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `checkout_incomplete` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getUserPlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns what the account’s plan allows, and until when. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "planId": "trial-1",
                     *       "displayName": "Trial",
                     *       "monthlyExecutionsLimit": 1000,
                     *       "activeWorkflowsLimit": 5,
                     *       "credentialsLimit": -1,
                     *       "supportTier": "forum",
                     *       "pruneExecutionsInterval": 168,
                     *       "licenseFeatures": {
                     *         "quota:users": -1
                     *       },
                     *       "enabledFeatures": [
                     *         "one-project"
                     *       ],
                     *       "userManagementEnabled": true,
                     *       "allowCustomQuotas": false,
                     *       "expirationDate": "2026-12-05T02:13:20.000Z",
                     *       "metadata": {
                     *         "version": 3,
                     *         "group": "trial",
                     *         "slug": "trial-1",
                     *         "isLatest": true,
                     *         "trial": {
                     *           "length": 14,
                     *           "gracePeriod": 3
                     *         }
                     *       },
                     *       "isActive": true,
                     *       "userIsTrialing": true,
                     *       "concurrentExecutionsLimit": 5
                     *     }
                     */
                    "application/json": components["schemas"]["UserPlan"];
                };
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists what can be bought, by ascending price. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "pri_01j8w3v1xq5mstarter0monthly",
                     *         "name": "Starter",
                     *         "billing_type": "month",
                     *         "billing_period": 1,
                     *         "spec": {
                     *           "planId": "starter",
                     *           "period": "monthly",
                     *           "customQuota": null
                     *         },
                     *         "recurring_price": {
                     *           "USD": 2400
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PaddlePlan"][];
                };
            };
            /** @description Not modified. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example pri_01j8w3v1xq5mstarter0monthly */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns one of the plans that can be bought. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "pri_01j8w3v1xq5mstarter0monthly",
                     *       "name": "Starter",
                     *       "billing_type": "month",
                     *       "billing_period": 1,
                     *       "spec": {
                     *         "planId": "starter",
                     *         "period": "monthly",
                     *         "customQuota": null
                     *       },
                     *       "recurring_price": {
                     *         "USD": 2400
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaddlePlan"];
                };
            };
            /** @description Not modified. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `plan_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    generatePayLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example pri_01j8w3v1xq5mstarter0monthly */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | {
                    executions: number;
                    activeWorkflows: number;
                };
            };
        };
        responses: {
            /** @description Starts a checkout and returns its page; the custom plan takes its quota. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://weft.example/account/checkout?_ptxn=txn_01j8w3v1xq5m",
                     *       "transactionId": "txn_01j8w3v1xq5m"
                     *     }
                     */
                    "application/json": {
                        /** Format: uri */
                        url: string;
                        transactionId: string;
                    };
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_signed_in`, `session_expired`, `second_factor_due`, `api_token_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `api_token_scope_missing`, `email_not_confirmed`, `second_factor_needed`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `plan_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `already_subscribed`, `checkout_paid` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getWorkspaceLoginCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "eyJ3b3Jrc3BhY2UiOiJhZGEifQ.c2lnbmF0dXJl"
                 *     }
                 */
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Creates the code that signs one of a workspace’s users in to the portal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "q1W2e3R4t5Y6u7I8o9P0"
                     *     }
                     */
                    "application/json": {
                        code: string;
                    };
                };
            };
            /** @description `api_token_in_address`, `malformed_body`, `body_too_deep` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `signature_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `body_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_form` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getCloudPlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns the plan of the workspace’s account, in n8n’s terms. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "planId": 1,
                     *         "monthlyExecutionsLimit": 1000,
                     *         "activeWorkflowsLimit": 5,
                     *         "credentialsLimit": -1,
                     *         "isActive": true,
                     *         "displayName": "Trial",
                     *         "expirationDate": "2026-12-05T02:13:20.000Z",
                     *         "metadata": {
                     *           "version": "v1",
                     *           "group": "trial",
                     *           "slug": "trial-1",
                     *           "trial": {
                     *             "length": 14,
                     *             "gracePeriod": 3
                     *           }
                     *         },
                     *         "userIsTrialing": true,
                     *         "bannerConfig": {
                     *           "timeLeft": {
                     *             "text": "14 days left in your trial."
                     *           },
                     *           "showExecutions": true,
                     *           "dismissible": true,
                     *           "cta": {
                     *             "text": "Upgrade",
                     *             "icon": "zap",
                     *             "size": "small",
                     *             "style": "success",
                     *             "href": "https://weft.example/account/change-plan"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            planId: number;
                            monthlyExecutionsLimit: number;
                            activeWorkflowsLimit: number;
                            credentialsLimit: number;
                            isActive: boolean;
                            displayName: string;
                            expirationDate: string | null;
                            metadata: {
                                version: string;
                                /** @enum {string} */
                                group: "opt-out" | "opt-in" | "trial" | "legacy" | "enterprise";
                                slug: string;
                                trial?: {
                                    length: number;
                                    gracePeriod: number;
                                };
                            };
                            userIsTrialing: boolean;
                            bannerConfig: {
                                timeLeft: {
                                    text: string;
                                };
                                showExecutions: boolean;
                                dismissible: boolean;
                                cta: {
                                    text: string;
                                    icon: string;
                                    size: string;
                                    style: string;
                                    /** Format: uri */
                                    href: string;
                                };
                            } | null;
                        };
                    };
                };
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `signature_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getCloudUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns who one of the workspace’s users is. The credential works once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "confirmed": true,
                     *         "username": "ada",
                     *         "email": "ada@example.com",
                     *         "role": "owner",
                     *         "information": {
                     *           "workArea": "ops",
                     *           "codingSkills": 3,
                     *           "companyIndustry": "saas",
                     *           "companySize": "20-99"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @constant */
                            confirmed: true;
                            username: string;
                            email: string;
                            /** @enum {string} */
                            role: "owner" | "billing" | "operator" | "member";
                            information: {
                                /** @enum {string} */
                                workArea?: "finance" | "HR" | "IT-Engineering" | "legal" | "marketing-growth" | "ops" | "product" | "sales-businessDevelopment" | "security" | "support" | "executive" | "other" | "n/a";
                                otherWorkArea?: string | null;
                                codingSkills?: number;
                                /** @enum {string} */
                                companyIndustry?: "e-commerce" | "automation-consulting" | "systems-integration" | "government" | "legal-industry" | "healthcare" | "finance-industry" | "security-industry" | "saas" | "other";
                                otherCompanyIndustry?: string | null;
                                /** @enum {string} */
                                companySize?: "<20" | "20-99" | "100-499" | "500-999" | "1000+" | "personalUser";
                                timezone?: string;
                            };
                        };
                    };
                };
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `signature_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_attempts` */
            429: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getCloudLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns how much of its plan the workspace has used. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "timeframe": "2026-11",
                     *         "executions": 42,
                     *         "activeWorkflows": 3
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            timeframe: string;
                            executions: number;
                            activeWorkflows: number;
                        };
                    };
                };
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `signature_invalid` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `no_usage_yet` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getHumanCheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns the challenge of the registration’s human check. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kind": "turnstile",
                     *       "siteKey": "1x00000000000000000000AA"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        kind: "altcha";
                        challenge: {
                            [key: string]: unknown;
                        };
                    } | {
                        /** @constant */
                        kind: "turnstile";
                        siteKey: string;
                    };
                };
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getFrontEndConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns the caller’s feature flags. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "featureFlags": {
                     *         "page_analytics": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        featureFlags: {
                            /** @enum {string} */
                            "026_easy_ai_workflow"?: "control" | "variant";
                            page_analytics?: boolean;
                        };
                    };
                };
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns this description as an OpenAPI 3.1 document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.1"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        openapi: "3.1.1";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Not modified. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_token_in_address` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
}
