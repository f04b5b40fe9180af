import type { RuntimeConfig } from './config.ts';
import { askPortal, PortalRefusal, signedToken } from './portal-calls.ts';
import type { Person } from './sessions.ts';
import type { Usage } from './workflows.ts';

/** Somewhat less than what the portal takes: its clock may be behind this one. */
const pollingLifetimeMs = 4 * 60_000;
const personLifetimeMs = 30_000;

/** As much of the plan as the workspace's own page shows. */
type Plan = { displayName: string; monthlyExecutionsLimit: number; activeWorkflowsLimit: number };

/** What the page shows of the plan: undefined when the portal could not be asked; `usage` undefined before it counted. */
export type PlanUse = { plan: Plan; usage: Usage | undefined };

/** What n8n asks of its cloud, asked of the portal. */
export class Cloud {
  readonly #config: RuntimeConfig;
  readonly #now: () => number;
  #polling: { credential: string; renewAt: number } | undefined;

  constructor(config: RuntimeConfig, now: () => number) {
    this.#config = config;
    this.#now = now;
  }

  plan(): Promise<unknown> {
    return this.#ask('/api/cloud/plan', this.#pollingCredential());
  }

  limits(): Promise<unknown> {
    return this.#ask('/api/cloud/limits', this.#pollingCredential());
  }

  user({ email }: Person): Promise<unknown> {
    return this.#ask('/api/cloud/user', this.#sign({ purpose: 'cloud-user', email }, personLifetimeMs));
  }

  /** The plan and how much of it is used, side by side; a page is shown without them rather than not at all. */
  async planUse(): Promise<PlanUse | undefined> {
    if (this.#config.workspaceId === undefined) return undefined;
    try {
      const [plan, usage] = await Promise.all([this.plan(), this.limits().catch(noneYet)]);
      if (!isPlan(plan)) throw new Error('the portal answered without a plan');
      return { plan, usage: isUsage(usage) ? usage : undefined };
    } catch (error) {
      console.error('no plan:', error);
      return undefined;
    }
  }

  async #ask(path: string, credential: string): Promise<unknown> {
    const { data } = await askPortal(this.#config, path, {
      headers: { authorization: `Bearer ${credential}` },
    });
    return data;
  }

  #pollingCredential(): string {
    const now = this.#now();
    if (!this.#polling || now >= this.#polling.renewAt) {
      const credential = this.#sign({ purpose: 'cloud' }, pollingLifetimeMs);
      this.#polling = { credential, renewAt: now + pollingLifetimeMs / 2 };
    }
    return this.#polling.credential;
  }

  /** `jti` makes each its own, also two of one millisecond: the portal takes a person's once. */
  #sign(claims: object, lifetimeMs: number): string {
    const { workspaceId } = this.#config;
    if (workspaceId === undefined) throw new Error('WEFT_WORKSPACE_ID is not set');
    return signedToken(this.#config, {
      ...claims,
      workspaceId,
      jti: crypto.randomUUID(),
      exp: this.#now() + lifetimeMs,
    });
  }
}

function noneYet(error: unknown): undefined {
  if (error instanceof PortalRefusal && error.status === 404) return undefined;
  throw error;
}

function isPlan(value: unknown): value is Plan {
  if (typeof value !== 'object' || value === null) return false;
  const plan: Partial<Record<keyof Plan, unknown>> = value;
  return (
    typeof plan.displayName === 'string' &&
    typeof plan.monthlyExecutionsLimit === 'number' &&
    typeof plan.activeWorkflowsLimit === 'number'
  );
}

function isUsage(value: unknown): value is Usage {
  if (typeof value !== 'object' || value === null) return false;
  const usage: Partial<Record<keyof Usage, unknown>> = value;
  return (
    typeof usage.timeframe === 'string' &&
    typeof usage.executions === 'number' &&
    typeof usage.activeWorkflows === 'number'
  );
}
