import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Role } from '#app/domain/access/roles.ts';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { SurveyAnswer } from '#app/domain/account/survey.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { type PlanName, planNameOf } from '#app/domain/plan/plan-spec.ts';
import type { Db } from '../client.ts';
import {
  accounts,
  memberships,
  plans,
  surveyAnswers,
  throttles,
  users,
  workspaces,
} from '../schema/index.ts';
import { planNameColumns } from './plan-columns.ts';
import { surveyColumns } from './survey.ts';
import { type Counted, countAttempt, counted } from './throttles.ts';
import { factsOf, factsRows } from './workspaces.ts';

/** Somebody of a workspace's account, with what its owner told of themselves at set-up. */
export interface CloudUser {
  username: string;
  email: string;
  role: Role;
  survey: SurveyAnswer | null;
}

type CloudPlanFacts = Pick<InstanceFacts, 'limits' | 'entitlement' | 'timezone'>;

/** What a workspace asks about its account; each method is one round trip. */
export function cloudStore(db: Db) {
  /** A deleted workspace has nothing to ask, whoever still holds its key. */
  const isThere = (workspaceId: string) =>
    and(eq(workspaces.id, workspaceId), or(isNull(workspaces.phase), ne(workspaces.phase, 'deleted')));

  return {
    /** @returns null for a workspace that is deleted, or that nobody has confirmed. @throws AppError user_plan_not_loaded. */
    async plan(workspaceId: string): Promise<{ name: PlanName; facts: CloudPlanFacts } | null> {
      const { facts, names } = await db.batch({
        facts: factsRows(db, workspaceId),
        names: db
          .select({
            planId: accounts.planId,
            plan: planNameColumns,
          })
          .from(workspaces)
          .innerJoin(accounts, eq(accounts.id, workspaces.accountId))
          .leftJoin(plans, eq(plans.id, accounts.planId))
          .where(isThere(workspaceId)),
      });
      if (!names[0]) return null;
      const name = planNameOf(names[0].planId, names[0].plan);
      return facts[0] ? { name, facts: factsOf(facts[0]) } : null;
    },

    /**
     * Counts the call and uses the credential up.
     * @returns `user` null for whoever is no member of the workspace's account, and for a workspace that is deleted.
     */
    async user(input: {
      now: number;
      workspaceId: string;
      emailNormalized: string;
      calls: { key: string; rule: ThrottleRule };
      credentialKey: string;
    }): Promise<Counted & { isFirstUse: boolean; user: CloudUser | null }> {
      const { now, workspaceId, emailNormalized, calls, credentialKey } = input;
      const isWithin = sql`(SELECT ${throttles.count} FROM ${throttles} WHERE ${throttles.key} = ${calls.key})
        <= ${calls.rule.limit}`;
      const { attempts, uses, found } = await db.batch({
        attempts: countAttempt(db, calls.key, calls.rule, now),
        // Beyond the limit nothing more is remembered: a workspace that asks without end fills no table.
        use: db.run(sql`INSERT INTO ${throttles} (key, window_started_at, count) SELECT ${credentialKey}, ${now}, 1
          WHERE ${isWithin} ON CONFLICT (key) DO UPDATE SET count = count + 1`),
        uses: db.select({ count: throttles.count }).from(throttles).where(eq(throttles.key, credentialKey)),
        found: db
          .select({
            username: users.username,
            email: users.email,
            role: memberships.role,
            survey: surveyColumns,
          })
          .from(workspaces)
          .innerJoin(memberships, eq(memberships.accountId, workspaces.accountId))
          .innerJoin(users, eq(users.id, memberships.userId))
          .leftJoin(surveyAnswers, eq(surveyAnswers.accountId, workspaces.accountId))
          .where(
            and(
              isThere(workspaceId),
              eq(users.emailNormalized, emailNormalized),
              isNotNull(users.confirmedAt),
            ),
          ),
      });
      return {
        ...counted(attempts, calls.rule),
        isFirstUse: uses[0]?.count === 1,
        user: found[0] ?? null,
      };
    },
  };
}

export type CloudStore = ReturnType<typeof cloudStore>;
