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
         * Returns the signed-in user and their account.
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
            code: "invalid_form" | "account_name_taken" | "human_check_failed" | "invalid_credentials" | "not_signed_in" | "session_expired" | "email_not_confirmed" | "forbidden" | "foreign_origin" | "page_of_other_account" | "duplicate_cookie" | "too_many_attempts" | "uploads_used_up" | "resend_too_soon" | "password_wrong" | "last_owner" | "member_not_found" | "invitation_not_found" | "session_not_found" | "passwords_busy" | "second_factor_due" | "second_factor_wrong" | "second_factor_needed" | "passkey_refused" | "access_unconfirmed" | "factor_not_found" | "factor_required" | "own_factor_needed" | "too_many_factors" | "browser_not_found" | "api_token_invalid" | "api_token_scope_missing" | "api_token_in_address" | "api_token_not_found" | "too_many_api_tokens" | "session_needed" | "magic_link_not_sent" | "reset_not_sent" | "link_expired" | "login_code_failed" | "link_invalid" | "confirmation_failed" | "confirmation_needs_password" | "confirmation_expired" | "confirmation_not_sent" | "email_belongs_to_another" | "user_not_loaded" | "user_plan_not_loaded" | "workspaces_not_loaded" | "confirmation_not_resent" | "survey_not_loaded" | "survey_not_answered" | "registration_unavailable" | "account_setup_failed" | "trial_setup_failed" | "registration_not_withdrawn" | "login_failed" | "survey_not_saved" | "apps_not_saved" | "invitations_not_saved" | "workspace_not_found" | "workspace_not_online" | "workspace_status_unavailable" | "polling_timed_out" | "workspace_pending" | "going_back_unavailable" | "update_under_way" | "workspace_stopped" | "version_unknown" | "timezone_unknown" | "downgrade_refused" | "breaking_change_unconfirmed" | "settings_not_saved" | "versions_unavailable" | "restart_failed" | "operations_disabled" | "no_usage_yet" | "backup_not_found" | "backup_running" | "backups_unavailable" | "archive_invalid" | "archive_too_large" | "archive_missing" | "no_workflow_chosen" | "archive_newer" | "no_credentials" | "passphrase_wrong" | "backup_under_way" | "credentials_unavailable" | "credentials_not_restored" | "restore_failed" | "workflows_refused" | "held_request_not_found" | "held_content_gone" | "held_webhooks_unavailable" | "billing_unavailable" | "checkout_failed" | "checkout_incomplete" | "plan_change_failed" | "plan_customization_failed" | "payment_information_unavailable" | "payment_details_outdated" | "resubscription_needed" | "resubscription_failed" | "subscription_paused" | "subscription_changed" | "plan_change_pending" | "plan_charge_waiting" | "overage_not_sold" | "overage_price_changed" | "plan_unknown" | "payment_declined" | "already_subscribed" | "checkout_paid" | "no_subscription" | "plan_not_found" | "no_next_payment" | "no_payment_method" | "invoice_not_found" | "signature_invalid" | "ticket_not_sent" | "attachment_not_found" | "https_required" | "not_found" | "call_not_found" | "method_not_allowed" | "misdirected_request" | "body_not_allowed" | "body_too_large" | "unsupported_media_type" | "malformed_body" | "body_too_deep" | "invalid_query" | "provider_unavailable" | "internal";
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
            status: "paid" | "failed" | "pending" | "refunded" | "cancelled";
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
            /** @description Returns the signed-in user and their account. */
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
            /** @description `workspace_not_online`, `backup_under_way` */
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
}
