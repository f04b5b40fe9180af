import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, type WorkspaceState, type World } from '../unit/sandbox/harness.ts';

const SAMPLE_EVERY_MS = 40;

/** Watches the cluster's processes: two processes of one workspace would corrupt its data. */
export class ProcessWatch {
  readonly #world: World;
  readonly #seen = new Map<string, Set<number>>();
  #latest = new Map<string, WorkspaceState>();
  #isOver = false;
  readonly #loop: Promise<void>;
  samples = 0;
  /** Moments at which a workspace had more than one process. */
  readonly doubles: string[] = [];

  constructor(world: World) {
    this.#world = world;
    this.#loop = this.#run();
  }

  of(name: string): WorkspaceState | undefined {
    return this.#latest.get(name);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#loop;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const answer = await this.#world.get('/state');
      const state = (await answer.json()) as { workspaces: WorkspaceState[] };
      this.#latest = new Map(state.workspaces.map((workspace) => [workspace.name, workspace]));
      for (const { name, pid } of state.workspaces) this.#check(name, pid);
      this.samples += 1;
      await sleep(SAMPLE_EVERY_MS);
    }
  }

  #check(name: string, pid: number | undefined): void {
    const seen = this.#seen.get(name) ?? new Set<number>();
    this.#seen.set(name, seen);
    if (pid !== undefined) seen.add(pid);
    for (const known of seen) if (!isAlive(known)) seen.delete(known);
    if (seen.size > 1) this.doubles.push(`${name}: ${[...seen].join(', ')}`);
  }
}
