import { setTimeout as sleep } from 'node:timers/promises';
import type { ArchiveSource } from '#app/domain/backup/archive.ts';
import type { BackupStore } from '#app/domain/instance/backup-store.ts';
import type { InstanceEvent } from '#app/domain/instance/machine/events.ts';
import { createInstance } from '#app/domain/instance/machine/facts.ts';
import { decide } from '#app/domain/instance/machine/table.ts';
import { type RehearsalState, rehearsalState } from '#app/domain/instance/rehearsal/state.ts';
import type { Release } from '#app/domain/instance/releases.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { wantedOf } from '#app/domain/instance/wanted.ts';
import { readArchive, readArchiveExtras } from '#app/integrations/backups/read-archive.ts';
import { writeArchive } from '#app/integrations/backups/write-archive.ts';
import { kubernetesCluster } from '#app/integrations/kubernetes/cluster.ts';
import { rehearsalName } from '#app/integrations/kubernetes/manifests.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { workspaceProcess } from '#app/integrations/workspace-process/workspace-process.ts';
import { type AlarmClock, alarmClock, type Schedule } from '#durable-objects/alarm-clock.ts';
import { copyKey } from '#durable-objects/workspace/rehearsal-steps.ts';
import { workspaceRehearsals } from '#durable-objects/workspace/rehearsals.ts';
import { HANGS_AFTER_MS } from '#tests/support/patience.ts';
import { facts, START } from '../instance/facts.ts';
import { engineImage, keys, portal } from '../kubernetes/spec.ts';
import { clusterToken, type World } from '../sandbox/harness.ts';

export const FROM = '2.40.7';
const TURN_MS = 50;

/** An Online workspace in the sandbox's cluster, with real rehearsals on storage that survives kills. */
export class RehearsalRig {
  now = START;
  state: InstanceState;
  row: RehearsalState | null = null;
  releases: readonly Release[] = [];
  /** The backup store takes as long as this. */
  storing: Promise<void> = Promise.resolve();
  readonly files = new Map<string, Uint8Array>();
  /** How often the store was asked to put a file, and to remove one. */
  puts = 0;
  removals = 0;
  readonly mails: Array<{ id: string; template: string; data: object }> = [];
  /** Backups before an update, and whether the process reports its usage. */
  lastBackups = 0;
  isUsageDown = false;
  usageReadings = 0;
  /** Called before the workspace's own process checks its workflows. */
  onCheck: () => void = () => {};
  readonly #world: World;
  readonly #schedules = new Map<'rehearsal', Schedule<'rehearsal'>>();
  #object: { rehearsals: ReturnType<typeof workspaceRehearsals>; alarms: AlarmClock<'rehearsal'> };

  constructor(world: World, name: string) {
    this.#world = world;
    const { state } = createInstance(facts({ name, workspaceId: `wks_${name}` }), FROM, START);
    this.state = { ...state, phase: { kind: 'online' } };
    this.#object = this.#compose();
  }

  get #parts() {
    const outbound = createOutbound({
      fetch: (...request) => fetch(...request),
      clock: { now: () => Date.now() },
    });
    const { url } = this.#world;
    const settings = {
      clusters: [{ id: 'eu-1', ingressUrlTemplate: `${url}/ingress/{service}` }],
      outbound,
      fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
      signInKeyOf: async () => keys.signInKey,
    };
    return {
      process: workspaceProcess(settings),
      copyProcess: workspaceProcess({
        ...settings,
        serviceOf: rehearsalName,
        signInKeyOf: async () => copyKey('sign-in', keys.signInKey),
      }),
      cluster: kubernetesCluster({
        apiUrl: url,
        token: clusterToken,
        namespace: 'weft-workspaces',
        engineImage,
        portal,
        outbound,
      }),
    };
  }

  /** Starts the workspace with these workflows. */
  async start(workflows: readonly object[]): Promise<void> {
    const { cluster, process } = this.#parts;
    const wanted = wantedOf(this.state);
    await cluster.apply(wanted, keys);
    await this.until('the workspace is ready', async () => (await cluster.readiness(wanted)) === 'ready');
    const body = new TextEncoder().encode(JSON.stringify(workflows));
    await process.importWorkflows(this.state.facts, body);
  }

  get rehearsals() {
    return this.#object.rehearsals;
  }

  /** Kills the object: only its storage survives. */
  kill(): void {
    this.#object = this.#compose();
  }

  /** Fires due alarms until the rehearsal is in one of these phases. */
  runUntil(...phases: Array<RehearsalState['phase']['kind']>): Promise<void> {
    return this.run(`${phases}`, () => this.row !== null && phases.includes(this.row.phase.kind));
  }

  /** Fires what is due until something holds. */
  run(what: string, isThere: () => boolean): Promise<void> {
    return this.until(`the rehearsal is ${what}`, async () => {
      if (isThere()) return true;
      const due = [...this.#schedules.values()].map(({ dueAt }) => dueAt);
      if (due.length > 0) this.now = Math.max(this.now + TURN_MS, Math.min(this.now + 1_000, ...due));
      await this.#object.alarms.fire(() => this.#object.rehearsals.wake());
      return isThere();
    });
  }

  async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    for (const deadline = Date.now() + HANGS_AFTER_MS; !(await holds()); await sleep(TURN_MS)) {
      if (Date.now() > deadline)
        throw new Error(`never happened: ${what}; ${JSON.stringify(this.row?.phase)}`);
    }
  }

  /** The copy's parts in the cluster, such as `statefulsets`. */
  async copyParts(): Promise<string[]> {
    const { state } = this;
    const copy = { ...wantedOf(state), purpose: 'rehearsal' as const };
    const readiness = await this.#parts.cluster.readiness(copy);
    const running = await this.#world.get('/state');
    const { workspaces } = (await running.json()) as { workspaces: Array<{ name: string }> };
    const name = rehearsalName(state.facts.name);
    return [
      ...(readiness === 'missing' ? [] : [readiness]),
      ...workspaces.filter((one) => one.name === name).map((one) => one.name),
    ];
  }

  #compose() {
    const clock = { now: () => this.now };
    const alarms = alarmClock({
      clock,
      store: {
        list: () => [...this.#schedules.values()],
        put: (schedule) => void this.#schedules.set(schedule.name, schedule),
        remove: (name) => void this.#schedules.delete(name),
      },
      alarm: { get: async () => null, set: async () => {}, clear: async () => {} },
      toRealTime: (at) => at,
      reportError: () => {},
    });
    const { copyProcess, cluster, process: running } = this.#parts;
    const usage: typeof running.usage = async (...of) => {
      this.usageReadings += 1;
      if (this.isUsageDown) throw new Error('503');
      return running.usage(...of);
    };
    const check: typeof running.check = async (...of) => {
      this.onCheck();
      return running.check(...of);
    };
    const process = { ...running, usage, check };
    let isAlive = true;
    const mine = () => this.#object === undefined || this.#object.alarms === alarms;
    const rehearsals = workspaceRehearsals(
      {
        clock,
        alarms,
        process,
        copyProcess,
        clusterOf: () => cluster,
        releases: async () => this.releases,
        keysFor: async () => keys,
        backups: this.#backupStore(),
        archives: { read: readArchive, readExtras: readArchiveExtras, write: writeArchive },
        backupRows: { all: () => [] },
        store: {
          readState: () => this.state,
          commit: () => false,
          outbox: () => [],
          acknowledge: () => {},
          usageByDay: () => [],
          history: () => [],
        },
        rehearsalRow: {
          read: () => this.row,
          write: (state) => {
            // A dead object writes nothing.
            isAlive = isAlive && mine();
            if (isAlive) this.row = rehearsalState.parse(JSON.parse(JSON.stringify(state)));
          },
          clear: () => {
            this.row = null;
          },
        },
        takeLastBackup: async () => {
          this.lastBackups += 1;
          return true;
        },
        reportError: () => {},
      },
      {
        handle: async (event) => {
          const outcome = this.#decide(event);
          if (event.kind === 'update-requested') this.#update();
          return outcome;
        },
      },
    );
    return { rehearsals, alarms };
  }

  #decide(event: InstanceEvent) {
    const decision = decide(this.state, event, this.now);
    if (decision && !('refused' in decision)) {
      this.state = decision.state;
      for (const effect of decision.effects)
        if (effect.kind === 'mail') this.mails.push({ id: effect.id, ...effect.mail });
    }
    return decision && ('refused' in decision ? decision : decision.state);
  }

  /** The update has its own tests: here the cluster does what is requested, and the new version serves. */
  #update(): void {
    for (const _step of ['saved', 'ready']) {
      const { generation } = this.state;
      this.#decide({ kind: 'applied', generation });
      this.#decide({ kind: 'probed', generation, answer: 'ready' });
    }
    const { generation, saved } = this.state;
    const activeWorkflows = saved?.activeWorkflows ?? 0;
    this.#decide({ kind: 'active-counted', generation, activeWorkflows });
  }

  #backupStore(): BackupStore {
    const { files } = this;
    return {
      put: async (key, content) => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of content) chunks.push(Uint8Array.from(chunk));
        const whole = Buffer.concat(chunks);
        this.puts += 1;
        await this.storing;
        files.set(key, whole);
        return whole.byteLength;
      },
      has: async (key) => files.has(key),
      async open(key): Promise<ArchiveSource | null> {
        const file = files.get(key);
        if (!file) return null;
        const read = async (offset: number, length: number) => file.subarray(offset, offset + length);
        return { bytes: file.byteLength, read };
      },
      remove: async (key) => {
        files.delete(key);
        this.removals += 1;
      },
      keysBefore: async () => [],
    };
  }
}
