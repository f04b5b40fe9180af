import type { WantedInstance } from '#app/domain/instance/wanted.ts';
import { must } from './must.ts';

/** Content of a volume; each serving process can change it. `gone`: people whom it no longer admits. */
type Data = { volume: string; servings: number; gone: Set<string> };

/** The claims and snapshots of one workspace, by their serials. */
export class SimulatedStorage {
  #claims = new Map<number, Data>();
  #snapshots = new Map<number, Data>();
  #mounted = 0;
  /** People who left, as the object or the process was informed. */
  readonly left = new Set<string>();
  #wasRemoved = false;
  #volumes = 0;

  /** Any remaining volume or snapshot; null without one. */
  get volume(): string | null {
    return [...this.#claims.values(), ...this.#snapshots.values()][0]?.volume ?? null;
  }

  /** Content of the claim that was mounted last. */
  get content(): string | null {
    const data = this.#claims.get(this.#mounted);
    return data ? `${data.volume} after ${data.servings}` : null;
  }

  /** Former members whom the last mounted claim still admits. */
  get letsIn(): string[] {
    const gone = this.#claims.get(this.#mounted)?.gone;
    return gone ? [...this.left].filter((email) => !gone.has(email)) : [];
  }

  /** Tells a process that a person has left. */
  tell(email: string): void {
    this.#claims.get(this.#mounted)?.gone.add(email);
  }

  /** @returns the data of the wanted claim; undefined while its snapshot is missing. */
  claim({ storage: { claim, snapshot } }: WantedInstance): Data | undefined {
    const found = this.#claims.get(claim);
    if (found) return found;
    must(snapshot !== null || claim === 0 || this.#wasRemoved, 'only the first claim is made empty');
    const saved = snapshot === null ? null : this.#snapshots.get(snapshot);
    const data =
      saved === null
        ? // An empty volume admits nobody.
          { volume: `volume ${this.#volumes++}`, servings: 0, gone: new Set(this.left) }
        : saved && copyOf(saved);
    if (data) this.#claims.set(claim, data);
    return data;
  }

  mount(wanted: WantedInstance): Data | undefined {
    this.#mounted = wanted.storage.claim;
    return this.claim(wanted);
  }

  /** @returns whether the snapshot existed already. */
  save({ storage }: WantedInstance, serial: number): boolean {
    const data = this.#claims.get(storage.claim);
    if (!data || this.#snapshots.has(serial)) return data !== undefined;
    this.#snapshots.set(serial, copyOf(data));
    return false;
  }

  prune(wanted: WantedInstance): void {
    for (const serial of this.#claims.keys())
      if (serial < wanted.storage.claim && serial !== this.#mounted) this.#claims.delete(serial);
    for (const serial of this.#snapshots.keys())
      if (serial <= wanted.generation) this.#snapshots.delete(serial);
  }

  /** @returns a function that removes everything present now. Each deletion names a uid, so later objects survive. */
  removal(): () => void {
    this.#wasRemoved = true;
    const [claims, snapshots] = [[...this.#claims], [...this.#snapshots]];
    return () => {
      for (const [serial, data] of claims) if (this.#claims.get(serial) === data) this.#claims.delete(serial);
      for (const [serial] of snapshots) this.#snapshots.delete(serial);
    };
  }
}

function copyOf(data: Data): Data {
  return { ...data, gone: new Set(data.gone) };
}
