import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { finalBackupKey } from '#app/domain/instance/final-backup.ts';
import type { InstanceOverview } from '#app/domain/instance/overview.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { HANGS_AFTER_MS } from '#tests/support/patience.ts';
import { workspaceFacts } from '#tests/support/workspace-facts.ts';
import type { World } from '../unit/sandbox/harness.ts';
import type { CrashingWorker } from './crashing-worker.ts';
import type { CrashDatabase } from './database.ts';
import type { ProcessWatch } from './process-watch.ts';

const POLL_INTERVAL_MS = 100;

export interface Surroundings {
  world: World;
  worker: CrashingWorker;
  database: CrashDatabase;
  processes: ProcessWatch;
}

export type Stage = 'idle' | 'provision' | 'restart' | 'stop' | 'deletion';

/** Sets one workspace up, restarts, ends and deletes it, incarnation after incarnation; each step checks its result. */
export class WorkspaceRun {
  facts: InstanceFacts;
  stage: Stage = 'idle';
  incarnation = 0;
  /** Every mail that must have been written, by template. */
  readonly expectedMails: string[] = [];
  readonly #around: Surroundings;
  #workflows: string[] = [];

  constructor(around: Surroundings, name: string) {
    this.#around = around;
    this.facts = workspaceFacts(name, { factsRevision: 0 });
  }

  /** Begins an incarnation, and waits without calling the object, whose alarm has to bring it Online. */
  async provision(): Promise<void> {
    this.stage = 'provision';
    this.incarnation += 1;
    this.#workflows = [];
    await this.#sendFacts({ kind: 'active' });
    await this.#untilOnline(undefined, 0);
    await this.#createWorkflow();
    this.stage = 'idle';
  }

  async restart(): Promise<void> {
    this.stage = 'restart';
    const before = this.#around.processes.of(this.facts.name)?.pid;
    const { revision } = await this.#around.database.summaryOf(this.facts);
    const answer = await this.#around.worker.restart(this.facts);
    // After a crash without a response, the restart may be in progress already.
    if (!answer.ok && answer.code !== 'workspace_pending') throw new Error(`no restart: ${answer.code}`);
    await this.#untilOnline(before, revision ?? 0);
    await this.#createWorkflow();
    this.stage = 'idle';
  }

  /** Pauses the subscription: stops the workspace, far from its deletion. */
  async stop(): Promise<void> {
    this.stage = 'stop';
    await this.#sendFacts({ kind: 'paused', pausedAt: (await this.#overview()).now });
    await this.#until('stopped', async () => {
      const process = this.#around.processes.of(this.facts.name);
      return (await this.#phase()) === 'stopped' && process !== undefined && process.pid === undefined;
    });
    this.#expectWorkflows();
    this.stage = 'idle';
  }

  /** Ends a cancelled subscription or a trial up to the deletion, only by moving the clock. */
  async end(how: 'cancelled' | 'trial'): Promise<void> {
    this.stage = 'stop';
    if (how === 'cancelled') {
      await this.#sendFacts({ kind: 'cancelled', endsAt: (await this.#overview()).now });
      this.expectedMails.push('deletion_warning', 'workspace_deleted');
    } else {
      await this.#sendFacts({ kind: 'trial', endsAt: (await this.#overview()).now + 4 * DAY_MS });
      this.expectedMails.push('trial_reminder', 'trial_ended', 'deletion_warning', 'workspace_deleted');
    }
    await this.#moveToDeletion();
    this.stage = 'deletion';
    // No more calls: the object's alarms make the backup and remove the workspace.
    await this.#until('deleted', async () => (await this.#phase()) === 'deleted');
    await this.#expectFinalBackup();
    this.stage = 'idle';
  }

  /** Moves the clock a day at a time up to the date, so attempts after it run in real time. */
  async #moveToDeletion(): Promise<void> {
    await this.#until('about to be deleted', async () => {
      const phase = await this.#phase();
      if (phase === 'backing-up' || phase === 'removing' || phase === 'deleted') return true;
      const { view, now } = await this.#overview();
      const leftMs = (view.deletionAt ?? now) - now;
      if (view.notice !== 'deleting' && leftMs > 0) {
        await this.#around.worker.advanceClock(this.facts, Math.min(leftMs, DAY_MS));
      }
      return false;
    });
  }

  async #sendFacts(entitlement: InstanceFacts['entitlement']): Promise<void> {
    this.facts = { ...this.facts, entitlement, factsRevision: this.facts.factsRevision + 1 };
    const answer = await this.#around.worker.receiveFacts(this.facts);
    if (!answer.ok) throw new Error(`${this.facts.name} refused its facts: ${answer.code}`);
  }

  async #overview(): Promise<InstanceOverview> {
    const overview = await this.#around.worker.overview(this.facts);
    if (!overview) throw new Error(`${this.facts.name} is not an instance`);
    return overview;
  }

  async #phase(): Promise<string | null> {
    return (await this.#around.database.summaryOf(this.facts)).phase;
  }

  /** Checks only from outside: the cluster's processes and the database's summary. */
  async #untilOnline(previousPid: number | undefined, knownRevision: number): Promise<void> {
    await this.#until('online', async () => {
      const process = this.#around.processes.of(this.facts.name);
      if (!process?.ready || process.pid === previousPid) return false;
      const { phase, revision } = await this.#around.database.summaryOf(this.facts);
      return phase === 'online' && (revision ?? 0) > knownRevision;
    });
    this.#expectWorkflows();
  }

  async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const giveUpAt = performance.now() + HANGS_AFTER_MS;
    while (!(await isSo())) {
      if (performance.now() > giveUpAt) {
        const overview = await this.#around.worker.overview(this.facts);
        throw new Error(
          `${this.facts.name} never was ${what} in incarnation ${this.incarnation}: ${JSON.stringify(overview)}`,
        );
      }
      await sleep(POLL_INTERVAL_MS);
    }
  }

  /** Creates a workflow as a person would. */
  async #createWorkflow(): Promise<void> {
    const { world, worker } = this.#around;
    const link = await worker.openLink(this.facts);
    if (!link.ok) throw new Error(`${this.facts.name} lets no one in: ${link.code}`);
    const { pathname, search } = new URL(link.value.url);
    const ingress = `/ingress/ws-${this.facts.name}`;
    const opened = await world.get(ingress + pathname + search);
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const made = await world.post(
      `${ingress}/rest/workflows`,
      { name: `Of incarnation ${this.incarnation}` },
      { cookie },
    );
    if (!made.ok) throw new Error(`no workflow was made: ${made.status}`);
    const { data } = (await made.json()) as { data: { id: string } };
    this.#workflows.push(data.id);
  }

  get #volume(): string {
    return join(this.#around.world.dataDir, 'volumes', `ws-${this.facts.name}`);
  }

  #expectWorkflows(): void {
    const directory = join(this.#volume, 'workflows');
    const kept = existsSync(directory) ? readdirSync(directory) : [];
    const expected = this.#workflows.map((id) => `${id}.json`);
    if (kept.toSorted().join() !== expected.toSorted().join()) {
      throw new Error(`${this.facts.name} has ${kept.join()} where ${expected.join()} was made`);
    }
  }

  /** An export after the removal would be empty, so the content proves the order. */
  async #expectFinalBackup(): Promise<void> {
    const key = finalBackupKey(this.facts.workspaceId, this.incarnation);
    const exported = JSON.parse((await this.#around.worker.backup(key)) ?? 'null') as Array<{
      id: string;
    }> | null;
    const ids = exported?.map(({ id }) => id) ?? [];
    if (ids.toSorted().join() !== this.#workflows.toSorted().join()) {
      throw new Error(`${key} holds ${ids.join()} where ${this.#workflows.join()} was made`);
    }
    if (existsSync(this.#volume)) throw new Error(`${this.facts.name} is deleted, its volume is not`);
  }
}
