import { decide } from '../../app/domain/instance/machine/decide.ts';
import type { InstanceEvent } from '../../app/domain/instance/machine/events.ts';
import { attemptDueAt, POLL_ATTEMPTS } from '../../app/domain/instance/polling.ts';
import { type InstanceState, phaseKinds } from '../../app/domain/instance/state.ts';
import { type Subscription, timetableOf } from '../../app/domain/instance/subscription.ts';
import { deletionAtOf } from '../../app/domain/instance/timetable.ts';
import { DAY_MS } from '../../app/domain/time/clock.ts';

const START = Date.UTC(2026, 0, 1);
const releases = [
  { name: '1.0.0', createdAt: START - 400 * DAY_MS, hasBreakingChange: false, hasSecurityFix: false },
  { name: '1.1.0', createdAt: START - DAY_MS, hasBreakingChange: false, hasSecurityFix: false },
  { name: '1.2.0', createdAt: START, hasBreakingChange: false, hasSecurityFix: false },
];

/** A state that was reached, and when. */
interface Reached {
  state: InstanceState | null;
  now: number;
}

/** Something that can happen: its words in the diagram, and what it makes of a state; null where it means nothing. */
interface Step {
  words: string;
  take(from: Reached): { event: InstanceEvent; now: number } | null;
}

function told(state: InstanceState | null, subscription: Subscription): InstanceEvent {
  return {
    kind: 'told',
    version: '1.0.0',
    facts: {
      workspaceId: 'wks_1',
      accountId: 'acc_1',
      name: 'ada',
      ownerEmail: 'ada@example.com',
      timezone: 'Etc/UTC',
      limits: {
        monthlyExecutions: 1_000,
        activeWorkflows: 5,
        concurrentExecutions: 5,
        memoryMib: 896,
        cpuMillicores: 150,
        logRetentionDays: 7,
      },
      clusterId: 'local',
      subscription,
      toldRevision: (state?.facts.toldRevision ?? 0) + 1,
    },
  };
}

/** @returns a step of an event that needs nothing but an instance. */
function on(words: string, event: (state: InstanceState, now: number) => InstanceEvent | null): Step {
  return {
    words,
    take({ state, now }) {
      const next = state && event(state, now);
      return next && { event: next, now };
    },
  };
}

const steps: Step[] = [
  {
    words: 'trial begins',
    take: ({ state, now }) =>
      state ? null : { event: told(null, { kind: 'trial', endsAt: now + 14 * DAY_MS }), now },
  },
  on('subscription active', (state) => told(state, { kind: 'active' })),
  on('subscription paused', (state, now) => told(state, { kind: 'paused', pausedAt: now })),
  on('subscription cancelled', (state, now) => told(state, { kind: 'cancelled', endsAt: now + 30 * DAY_MS })),
  on('settings saved', () => ({
    kind: 'configured',
    accountId: 'acc_1',
    change: { timezone: 'Europe/Berlin' },
    releases,
  })),
  on('restart', () => ({ kind: 'restarted', accountId: 'acc_1' })),
  on('ready', ({ wish }) => ({ kind: 'looked', wish, answer: 'ready' })),
  on('not ready, or missing', ({ wish }) => ({ kind: 'looked', wish, answer: 'missing' })),
  {
    words: 'polling timed out',
    take({ state }) {
      if (state?.phase.kind !== 'pending') return null;
      const now = attemptDueAt(state.phase.startedAt, POLL_ATTEMPTS);
      return { event: { kind: 'looked', wish: state.wish, answer: 'not-ready' }, now };
    },
  },
  {
    words: 'version too old',
    take({ state }) {
      if (!state?.staleness) return null;
      return { event: { kind: 'update-due' }, now: state.staleness.updateAt };
    },
  },
  on('a day passed', () => ({ kind: 'releases-read', releases })),
  {
    words: 'trial or cycle ends',
    take({ state, now }) {
      const stopAt = state && timetableOf(state.facts.subscription).stopAt;
      return stopAt ? { event: { kind: 'timetable-due' }, now: Math.max(now, stopAt) } : null;
    },
  },
  {
    words: 'deletion warned of',
    take({ state, now }) {
      const warnAt = state && timetableOf(state.facts.subscription).warnAt;
      return warnAt ? { event: { kind: 'timetable-due' }, now: Math.max(now, warnAt) } : null;
    },
  },
  {
    words: 'deletion due',
    take({ state, now }) {
      const at = state?.progress.warnedAt === undefined ? null : deletionAtOf(state);
      return at === null ? null : { event: { kind: 'timetable-due' }, now: Math.max(now, at) };
    },
  },
  on('final backup safe', ({ wish }, now) => ({
    kind: 'backed-up',
    wish,
    backup: { key: 'final/wks_1/1.json', bytes: 2, takenAt: now },
  })),
  on('final backup lost', () => ({ kind: 'backup-missing' })),
  on('nothing left', () => ({ kind: 'removed' })),
  {
    words: 'final backup expired',
    take({ state, now }) {
      return state?.phase.kind === 'deleted'
        ? { event: { kind: 'backup-dropped', key: 'final/wks_1/1.json' }, now: now + 90 * DAY_MS }
        : null;
    },
  },
];

/** @returns every transition between phases that the machine makes, found by trying all that can happen. */
export function transitions(): Array<{ from: string; to: string; words: string[] }> {
  const edges = new Map<string, Set<string>>();
  const seen = new Set<string>();
  const queue: Reached[] = [{ state: null, now: START }];
  for (let reached = queue.shift(); reached; reached = queue.shift()) {
    for (const { words, take } of steps) {
      const taken = take(reached);
      const decision = taken && decide(reached.state, taken.event, taken.now);
      if (!taken || !decision || 'refused' in decision) continue;
      const [from, to] = [phaseOf(reached.state), phaseOf(decision.state)];
      if (from !== to) {
        const edge = `${from} ${to}`;
        edges.set(edge, (edges.get(edge) ?? new Set()).add(words));
      }
      const key = keyOf(decision.state);
      if (!seen.has(key)) {
        seen.add(key);
        queue.push({ state: decision.state, now: taken.now });
      }
    }
  }
  return [...edges].map(([edge, words]) => {
    const [from = '', to = ''] = edge.split(' ');
    return { from, to, words: [...words] };
  });
}

function phaseOf(state: InstanceState | null): string {
  return state?.phase.kind ?? '[*]';
}

/** What of a state matters for where it can go. */
function keyOf({ phase, facts, progress, staleness }: InstanceState): string {
  return JSON.stringify([
    phase.kind,
    'reason' in phase ? phase.reason : null,
    facts.subscription.kind,
    progress.warnedAt !== undefined,
    staleness !== null,
  ]);
}

/** @returns the page of the machine, whole. */
export function instanceMachinePage(): string {
  const found = transitions();
  const order = ['[*]', ...phaseKinds];
  found.sort(
    (a, b) => order.indexOf(a.from) - order.indexOf(b.from) || order.indexOf(a.to) - order.indexOf(b.to),
  );
  const lines = found.map(({ from, to, words }) => `  ${idOf(from)} --> ${idOf(to)}: ${words.join(' / ')}`);
  return `# The instance's machine

Every transition between the phases of a workspace's instance. This page is written by \`npm run docs\`, which tries out
all that can happen on the machine itself (\`app/domain/instance/machine\`); a test fails when it is not up to date.
What a person sees of a phase is one of the four statuses of the specification: \`pending\` is Pending, \`online\` Online,
\`offline\` Offline, and the others Stopped.

\`\`\`mermaid
stateDiagram-v2
${lines.join('\n')}
\`\`\`
`;
}

/** Mermaid takes no hyphen in a name. */
function idOf(phase: string): string {
  return phase.replace('-', '_');
}
