import type { SentWebhook } from './counting-sender.ts';
import type { TestPortal } from './portal-client.ts';

/** One execution of the counting flow, as the small runtime's ledger has it. */
export interface CountedRun {
  path: string;
  number: number;
  /** Undefined unless it was replayed. */
  heldId?: string;
  /** UTC ms of this machine. */
  ranAt: number;
}

/** @returns what the counting flow of a workspace ran, in this order. */
export async function listCountedRuns({ sandboxUrl }: TestPortal, workspace: string): Promise<CountedRun[]> {
  const answer = await fetch(`${sandboxUrl}/ingress/ws-${workspace}/counted`);
  if (!answer.ok) throw new Error(`The ledger of ${workspace} answered ${answer.status}.`);
  const lines = (await answer.text()).split('\n').filter(Boolean);
  return lines.map((line) => {
    const run: { path: string; number: string; heldId?: string; ranAt: string } = JSON.parse(line);
    return { ...run, number: Number(run.number), ranAt: Date.parse(run.ranAt) };
  });
}

/** What must be empty, each entry as `path #number`. */
export interface Deviations {
  /** Accepted, and not run. */
  lost: string[];
  /** Run more than once, accepted or not. */
  doubled: string[];
  /** Accepted, and run after a later one of its path. */
  disordered: string[];
  /** Refused, and run all the same: a sender that tries again doubles it. */
  refusedAndRun: string[];
}

const keyOf = ({ path, number }: { path: string; number: number }) => `${path} #${number}`;

/** Compares what a sender was answered with what the flow ran. An unanswered webhook may be run once or not at all. */
export function deviationsOf(sent: readonly SentWebhook[], runs: readonly CountedRun[]): Deviations {
  const counts = new Map<string, number>();
  for (const run of runs) counts.set(keyOf(run), (counts.get(keyOf(run)) ?? 0) + 1);
  const accepted = new Set(sent.filter(isAccepted).map(keyOf));
  const newest = new Map<string, number>();
  const disordered = runs.filter((run) => {
    if (!accepted.has(keyOf(run))) return false;
    const before = newest.get(run.path) ?? 0;
    newest.set(run.path, Math.max(before, run.number));
    return run.number < before;
  });
  return {
    lost: [...accepted].filter((key) => !counts.has(key)),
    doubled: [...counts].filter(([, count]) => count > 1).map(([key]) => key),
    disordered: disordered.map(keyOf),
    refusedAndRun: sent
      .filter(({ outcome }) => outcome === 'refused')
      .map(keyOf)
      .filter((key) => counts.has(key)),
  };
}

export const NO_DEVIATIONS: Deviations = { lost: [], doubled: [], disordered: [], refusedAndRun: [] };

/** @returns how long held webhooks waited from their answer to their execution, ms. */
export function waitsOf(sent: readonly SentWebhook[], runs: readonly CountedRun[]): number[] {
  const ranAt = new Map(runs.map((run) => [keyOf(run), run.ranAt]));
  return sent
    .filter(({ outcome }) => outcome === 'held')
    .map((webhook) => Math.max(0, (ranAt.get(keyOf(webhook)) ?? Number.NaN) - webhook.answeredAt));
}

function isAccepted({ outcome }: SentWebhook): boolean {
  return outcome === 'run' || outcome === 'held';
}
