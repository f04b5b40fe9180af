import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Throttle } from '#app/domain/access/throttle-rules.ts';
import { pick } from '#app/domain/pick.ts';
import { planNameOf } from '#app/domain/plan/plan-spec.ts';
import type { Db } from '../database.ts';
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
import { countAttempt, isWithinLimit, readCounter } from './throttles.ts';
import { factsOf, factsRows, isExistingWorkspace } from './workspaces.ts';

/** The account data that a workspace reads; each method is one round trip. */
export function cloudStore(db: Db) {
  return {
    /** @returns null for a workspace that is deleted or not confirmed. @throws AppError user_plan_not_loaded. */
    async plan(workspaceId: string) {
      const { facts, names } = await db.batch({
        facts: factsRows(db, workspaceId),
        names: db
          .select({ planId: accounts.planId, plan: planNameColumns })
          .from(workspaces)
          .innerJoin(accounts, eq(accounts.id, workspaces.accountId))
          .leftJoin(plans, eq(plans.id, accounts.planId))
          .where(isExistingWorkspace(workspaceId)),
      });
      if (!names[0]) return null;
      const name = planNameOf(names[0].planId, names[0].plan);
      return facts[0] ? { name, facts: factsOf(facts[0]) } : null;
    },

    /**
     * Counts the call and uses up the credential.
     * @returns `user` null unless the e-mail belongs to a member, and the workspace is not deleted.
     */
    async user(input: {
      now: number;
      workspaceId: string;
      emailNormalized: string;
      calls: Throttle;
      credentialKey: string;
    }) {
      const { now, workspaceId, emailNormalized, calls, credentialKey } = input;
      const { attempts, uses, found } = await db.batch({
        attempts: countAttempt(db, calls, now),
        // Nothing is stored beyond the limit, so a workspace that keeps calling fills no table.
        use: db.run(sql`INSERT INTO ${throttles} (key, window_started_at, count) SELECT ${credentialKey}, ${now}, 1
          WHERE ${isWithinLimit(calls)} ON CONFLICT (key) DO UPDATE SET count = count + 1`),
        uses: db.select({ count: throttles.count }).from(throttles).where(eq(throttles.key, credentialKey)),
        found: db
          .select({ ...pick(users, 'username', 'email'), role: memberships.role, survey: surveyColumns })
          .from(workspaces)
          .innerJoin(memberships, eq(memberships.accountId, workspaces.accountId))
          .innerJoin(users, eq(users.id, memberships.userId))
          .leftJoin(surveyAnswers, eq(surveyAnswers.accountId, workspaces.accountId))
          .where(
            and(
              isExistingWorkspace(workspaceId),
              eq(users.emailNormalized, emailNormalized),
              isNotNull(users.confirmedAt),
            ),
          ),
      });
      return {
        ...readCounter(attempts, calls.rule),
        isFirstUse: uses[0]?.count === 1,
        user: found[0] ?? null,
      };
    },
  };
}

export type CloudUser = NonNullable<Awaited<ReturnType<ReturnType<typeof cloudStore>['user']>>['user']>;
