import type { Client } from '@libsql/client';
import type { Stack } from '#scripts/local/stack.ts';
import { call, unwrap } from './api-calls.ts';
import { postChange, subscribe } from './billing-calls.ts';
import { type CountedRun, listCountedRuns } from './counted-runs.ts';
import { CountingSender } from './counting-sender.ts';
import { type Owner, registerOwner } from './people.ts';
import { eventually } from './portal-client.ts';
import { advanceClock, instanceOf, setClusterFault, untilStatus } from './set-up.ts';

/** More than any run executes; a plan's bound of held webhooks follows from it. */
const EXECUTIONS = 500_000;
/** Executions of the plan after the trial, beyond those already used. */
const EXECUTIONS_UNTIL_LIMIT = 100;
/** A copy of n8n, a snapshot and two starts take minutes on a busy machine. */
const WITHIN_MS = 900_000;
const CHOOSE_AGAIN_AFTER_MS = 10_000;

const stages = [
  'a restart',
  'a version change',
  'a crash loop',
  'the cluster’s API down',
  'kill -9 of the Worker',
  'the end of the trial',
  'an upgrade at the limit',
] as const;
type StormStage = (typeof stages)[number];

/** The load on a workspace and its disturbances. */
interface StormSettings {
  stack: Stack;
  database: Client;
  paths: number;
  perSecond: number;
  /** Each disturbance lasts until this many webhooks were held during it. */
  heldAtLeast: number;
  /** The same for those that last until someone ends them: a crash loop, the trial's end, a reached limit. */
  heldWhileDown?: number;
  /** Called after each disturbance. */
  onStage?: (name: string) => void | Promise<void>;
  /** @returns the counting flow's executions so far; by default the small runtime's. */
  readRuns?: () => Promise<CountedRun[]>;
  /** Whether the queue must drain after each disturbance, for a workspace that replays slower than the sender sends. */
  drains?: boolean;
}

/** A workspace that receives webhooks continuously, and its disturbances. */
export class HeldStorm {
  readonly sender: CountingSender;
  readonly owner: Owner;
  readonly workspace: string;
  readonly #settings: StormSettings;
  /** Executions beside those that were answered immediately. */
  #replayed = 0;

  private constructor(settings: StormSettings, owner: Owner) {
    this.#settings = settings;
    this.owner = owner;
    this.workspace = owner.fields.accountName;
    const { stack: portal, paths, perSecond } = settings;
    this.sender = new CountingSender({ portal, workspace: this.workspace, paths, perSecond });
  }

  /** Registers an owner whose workspace is online. */
  static async begin(settings: StormSettings): Promise<HeldStorm> {
    await setLimit(settings.database, ['trial-1', 'pro-1'], EXECUTIONS);
    const owner = await registerOwner(settings.stack, settings.database);
    await untilStatus(owner.client, 1, WITHIN_MS);
    return new HeldStorm(settings, owner);
  }

  /** Sends webhooks while it disturbs the workspace. */
  async run(): Promise<void> {
    this.sender.start();
    const disturb: Record<StormStage, () => Promise<void>> = {
      'a restart': () => this.#restart(),
      'a version change': () => this.#changeVersion(),
      'a crash loop': () => this.#crashLoop(),
      'the cluster’s API down': () => this.#breakApi(),
      'kill -9 of the Worker': () => this.#killWorker(),
      'the end of the trial': () => this.#endTrial(),
      'an upgrade at the limit': () => this.#upgrade(),
    };
    for (const name of stages) {
      await disturb[name]();
      const { onStage } = this.#settings;
      // After the trial nothing is replayed until a plan is bought.
      const drains = this.#settings.drains && name !== 'the end of the trial';
      if (drains) await this.settle();
      await onStage?.(name);
      if (drains) this.sender.start();
    }
  }

  /** Resolves once all webhooks are answered and replayed. @returns the number of failed webhooks. */
  async settle(): Promise<number> {
    await this.#drain();
    const { failed } = await this.#totals();
    return failed;
  }

  async #restart(): Promise<void> {
    const isHeld = this.#holdsMore();
    await this.#ask('PUT', '/instance/restart');
    await isHeld();
    await this.#online();
  }

  async #changeVersion(): Promise<void> {
    const { version } = await instanceOf(this.owner.client);
    const versions = await unwrap<Array<{ name: string }>>(
      call(this.owner.client, 'GET', '/instance/n8n-versions'),
    );
    const other = versions.find(({ name }) => name !== version.name);
    const isHeld = this.#holdsMore();
    let chosenAt = Number.NEGATIVE_INFINITY;
    // The version is rehearsed on a copy first, while the workspace keeps running. A version that is not ready in time is
    // reverted by itself, so it is requested again; a repeated request for a running rehearsal changes nothing.
    await this.#until('the version is changed', async () => {
      const { status, version: now } = await instanceOf(this.owner.client);
      if (status === 1 && now.name !== other?.name && performance.now() - chosenAt > CHOOSE_AGAIN_AFTER_MS) {
        chosenAt = performance.now();
        const change = { version: other?.name, confirmName: this.workspace };
        const answer = await call(this.owner.client, 'PUT', '/instance/configuration', change);
        // The update may begin between the read and the request.
        if (!answer.ok && answer.status !== 409) throw new Error(`The choice answered ${answer.status}.`);
        await answer.body?.cancel();
      }
      return status === 1 && now.name === other?.name;
    });
    await isHeld();
  }

  async #crashLoop(): Promise<void> {
    const isHeld = this.#holdsMore(this.#whileDown);
    await setClusterFault(this.owner.client, this.workspace, 'crash-loop');
    await isHeld();
    await this.#until('offline', async () => {
      await this.#advance('PT5M');
      return (await instanceOf(this.owner.client)).status === 0;
    });
    await setClusterFault(this.owner.client, this.workspace, 'none');
    await this.#until('online after the crash loop', async () => {
      await this.#advance('PT1M');
      return (await instanceOf(this.owner.client)).status === 1;
    });
  }

  /** The process keeps running without the API, and is replaced once the API is back. */
  async #breakApi(): Promise<void> {
    await setClusterFault(this.owner.client, this.workspace, 'api-500');
    await this.#ask('PUT', '/instance/restart');
    const sent = this.sender.sent.length;
    const { heldAtLeast } = this.#settings;
    await this.#until('sent on', async () => this.sender.sent.length >= sent + heldAtLeast);
    const isHeld = this.#holdsMore();
    await setClusterFault(this.owner.client, this.workspace, 'none');
    await this.#online();
    await isHeld();
  }

  /** Kills the Worker once while webhooks are held, and once while they are replayed. */
  async #killWorker(): Promise<void> {
    const isHeld = this.#holdsMore();
    await this.#ask('PUT', '/instance/restart');
    await isHeld();
    await this.#kill();
    await this.#online();
    const { waiting } = await this.#totals();
    await this.#until('replaying', async () => (await this.#totals()).waiting !== waiting);
    await this.#kill();
    await this.#online();
  }

  async #kill(): Promise<void> {
    await this.#settings.stack.killWorker();
    await this.#settings.stack.startWorker();
  }

  /** Waits for an empty queue before the clock jumps: expired requests would be deleted. */
  async #endTrial(): Promise<void> {
    await this.#drain();
    this.#replayed = (await this.#executions()) - this.sender.count('run');
    await this.#advance('P13DT22H');
    this.sender.start();
    const isHeld = this.#holdsMore(this.#whileDown);
    await this.#advance('PT4H');
    await untilStatus(this.owner.client, 3, WITHIN_MS);
    await isHeld();
  }

  /** The bought plan has too few executions for the held webhooks, and the next plan has enough. */
  async #upgrade(): Promise<void> {
    const { client } = this.owner;
    const limit = this.#replayed + this.sender.count('run') + EXECUTIONS_UNTIL_LIMIT;
    await setLimit(this.#settings.database, ['starter'], limit);
    await subscribe(this.owner, { planId: 'starter', period: 'monthly' });
    await this.#online();
    await this.#until('at the limit', async () => (await this.#executions()) >= limit);
    await this.#holdsMore(this.#whileDown)();
    const change = { intent: 'change', plan: 'pro-1', period: 'monthly', charge: 'now' };
    const changed = await postChange(client, change);
    if (changed.status !== 302) throw new Error(`The upgrade answered ${changed.status}.`);
    await this.#until('past the limit', async () => (await this.#executions()) > limit);
    await this.#online();
  }

  get #whileDown(): number {
    return this.#settings.heldWhileDown ?? this.#settings.heldAtLeast;
  }

  /** @returns a function that resolves once enough webhooks have been held since now. */
  #holdsMore(more = this.#settings.heldAtLeast): () => Promise<void> {
    const enough = this.sender.count('held') + more;
    return () => this.#until('held', async () => this.sender.count('held') >= enough);
  }

  async #online(): Promise<void> {
    await untilStatus(this.owner.client, 1, WITHIN_MS);
  }

  /** Stops sending, and waits until all held webhooks are replayed. */
  async #drain(): Promise<void> {
    await this.sender.pause();
    await this.#until('replayed', async () => (await this.#totals()).waiting === 0);
  }

  async #totals(): Promise<{ waiting: number; failed: number }> {
    const asked = call(this.owner.client, 'GET', '/instance/webhook-queue');
    return (await unwrap<{ totals: { waiting: number; failed: number } }>(asked)).totals;
  }

  /** Counts every execution; returns 0 while the workspace does not answer. */
  async #executions(): Promise<number> {
    const { stack, readRuns = () => listCountedRuns(stack, this.workspace) } = this.#settings;
    const runs = await readRuns().catch(() => []);
    return runs.length;
  }

  async #ask(method: string, path: string, body?: unknown): Promise<void> {
    const answer = await call(this.owner.client, method, path, body);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    await answer.body?.cancel();
  }

  #advance(duration: string): Promise<void> {
    return advanceClock(this.owner.client, this.workspace, duration);
  }

  async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    await eventually(isSo, WITHIN_MS).catch((cause: unknown) => {
      throw new Error(`${this.workspace} never was ${what}.`, { cause });
    });
  }
}

/** Sets the executions of plans; all get the same size, so that no change restarts the workspace. */
export async function setLimit(
  database: Client,
  plans: readonly string[],
  executions: number,
): Promise<void> {
  for (const plan of plans) {
    await database.execute({
      sql: `UPDATE plans SET monthly_executions_limit = ?,
          (memory_mib, cpu_millicores, concurrent_executions_limit, active_workflows_limit, log_retention_days) =
          (SELECT memory_mib, cpu_millicores, concurrent_executions_limit, active_workflows_limit, log_retention_days
            FROM plans WHERE id = 'trial-1')
        WHERE id = ?`,
      args: [executions, plan],
    });
  }
}
