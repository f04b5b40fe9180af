import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClusterAnswer } from '#app/domain/instance/machine/events.ts';
import type { RehearsalEffect, RehearsalEvent } from '#app/domain/instance/rehearsal/events.ts';
import {
  BEGIN_UPDATE_WITHIN_MS,
  decideRehearsal,
  MAX_CHECKS,
  START_WITHIN_MS,
} from '#app/domain/instance/rehearsal/machine.ts';
import {
  breaksActiveWorkflow,
  type ComparedWorkflow,
  reportOf,
  type VersionCheck,
  type WorkflowProblem,
} from '#app/domain/instance/rehearsal/report.ts';
import { type RehearsalState, rehearsalState } from '#app/domain/instance/rehearsal/state.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';

const FROM = '2.40.7';
const TARGET = '2.41.3';
const backup = { key: 'rehearsal/wks_1.zip', isOwn: true };

function problem(changes: Partial<WorkflowProblem> = {}): WorkflowProblem {
  return {
    workflowId: 'one',
    workflow: 'One',
    isActive: true,
    node: 'Step',
    kind: 'node_type_unknown',
    detail: 'gone',
    ...changes,
  };
}

function check(...problems: WorkflowProblem[]): VersionCheck {
  return { workflows: 1, activeWorkflows: 1, problems, isCut: false };
}

function workflow(id: string, fields: Record<string, string> = {}): ComparedWorkflow {
  const isActive = fields.active !== 'false' && fields.active !== '0';
  return { id, name: id, isActive, digest: JSON.stringify(fields), fields: new Map(Object.entries(fields)) };
}

const nothing = { given: [], returned: [], announced: new Set<string>() };
const reportWith = (...problems: WorkflowProblem[]) =>
  reportOf({ current: null, next: check(...problems), ...nothing });

/** A rehearsal machine with its storage, its alarm, and surroundings that the test controls. */
class RehearsalWorld {
  now = 0;
  state: RehearsalState | null = null;
  alarmAt: number | null = null;
  version = FROM;
  shouldRun = true;
  /** Whether the cluster may hold the copy. */
  hasCopy = false;
  carriedOut = 0;
  backups = 0;
  readonly phases = new Set<string>();
  #pending: RehearsalEffect[] = [];

  send(event: RehearsalEvent): boolean {
    const decision = decideRehearsal(this.state, event, this.now);
    if ('refused' in decision) return false;
    // Passes through storage.
    this.state = decision.state && rehearsalState.parse(JSON.parse(JSON.stringify(decision.state)));
    for (const effect of decision.effects) {
      if (effect.kind === 'arm') this.alarmAt = effect.at;
      else if (effect.kind === 'cancel') this.alarmAt = null;
      else this.#pending.push(effect);
    }
    if (this.state) this.phases.add(this.state.phase.kind);
    this.#checkRest();
    return true;
  }

  wake(): void {
    const { version, shouldRun } = this;
    this.send({ kind: 'woken', workspace: { version, shouldRun } });
  }

  /** Simulates a kill: pending effects are lost, and the alarm stays. */
  crash(): void {
    this.#pending = [];
  }

  /** Performs the next effect with this outcome. */
  act(luck: { isDown: boolean; answer: ClusterAnswer; problems: WorkflowProblem[] }): void {
    const effect = this.#pending.shift();
    const serial = this.state?.serial ?? 0;
    if (!effect) return;
    if (effect.kind === 'probe') {
      // A call without a response may have arrived.
      this.hasCopy = true;
      this.send({ kind: 'probed', serial, answer: luck.isDown ? 'unreachable' : luck.answer });
    }
    if (effect.kind === 'check')
      this.send(
        luck.isDown
          ? { kind: 'check-failed', serial }
          : { kind: 'checked', serial, report: reportWith(...luck.problems), isCompared: true },
      );
    if (luck.isDown) return;
    if (effect.kind === 'prepare') this.send({ kind: 'prepared', serial, backup });
    if (effect.kind === 'remove') {
      this.hasCopy = false;
      this.send({ kind: 'removed', serial });
    }
    if (effect.kind === 'carry-out') {
      const isStill = this.version === FROM && this.shouldRun;
      if (isStill) {
        expect(this.state?.phase, 'only a passed version is carried out').toMatchObject({
          kind: 'changing',
          outcome: { verdict: 'passed' },
        });
        if (this.state?.phase.kind === 'changing' && !this.state.phase.isSaved) {
          this.backups += 1;
          this.send({ kind: 'saved', serial });
          return;
        }
        this.version = TARGET;
        this.carriedOut += 1;
      }
      this.send({ kind: 'carried-out', serial, result: this.version === TARGET ? 'updated' : 'dropped' });
    }
  }

  #checkRest(): void {
    const kind = this.state?.phase.kind;
    if (kind === undefined || kind === 'reported') expect(this.alarmAt, 'nothing is due').toBeNull();
    else expect(this.alarmAt, `${kind} has a way on`).not.toBeNull();
  }

  /** Lets an hour pass without failures; the alarm fires when due. */
  settle(): void {
    const until = this.now + HOUR_MS;
    while (this.alarmAt !== null && this.now < until) {
      this.now = Math.max(this.now, this.alarmAt);
      this.wake();
      for (let turn = 0; turn < 4; turn += 1) this.act({ isDown: false, answer: 'ready', problems: [] });
    }
  }
}

const luck = fc.record({
  isDown: fc.boolean(),
  answer: fc.constantFrom<ClusterAnswer>('ready', 'not-ready', 'missing', 'unreachable'),
  problems: fc.constantFrom<WorkflowProblem[]>([], [problem()], [problem({ isActive: false })]),
});
const step = fc.oneof(
  fc.constant({ do: 'request' as const }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 20 * MINUTE_MS }) }),
  fc.constant({ do: 'wake' as const }),
  fc.record({ do: fc.constant('act' as const), luck }),
  fc.constant({ do: 'crash' as const }),
  fc.constant({ do: 'late' as const }),
  fc.constantFrom({ do: 'stop' as const }, { do: 'resume' as const }, { do: 'other-version' as const }),
);

test('in every history, every state has an exit, a copy is removed, and only a passed version is used', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const world = new RehearsalWorld();
      for (const one of steps) {
        if (one.do === 'request' && world.version === FROM)
          world.send({ kind: 'requested', from: FROM, target: TARGET, updateAt: null });
        if (one.do === 'pass') world.now += one.ms;
        if (one.do === 'wake' && world.alarmAt !== null) world.wake();
        if (one.do === 'act') world.act(one.luck);
        if (one.do === 'crash') world.crash();
        if (one.do === 'late')
          world.send({
            kind: 'checked',
            serial: (world.state?.serial ?? 0) - 1,
            report: reportWith(),
            isCompared: true,
          });
        if (one.do === 'stop') world.shouldRun = false;
        if (one.do === 'resume') world.shouldRun = true;
        if (one.do === 'other-version' && world.version === FROM) world.version = '2.39.10';
      }
      world.settle();
      for (const phase of world.phases) seen.add(phase);
      if (!world.state) return;
      expect(world.state.phase.kind).toBe('reported');
      expect(world.hasCopy, 'no copy is left over').toBe(false);
      expect(world.carriedOut).toBeLessThanOrEqual(1);
      expect(world.backups, 'each rehearsal takes one last backup').toBeLessThanOrEqual(world.state.serial);
    }),
    { numRuns: 1_000, seed: 16 },
  );
  const kinds = rehearsalState.shape.phase.options.map(({ shape }) => shape.kind.value);
  expect([...seen].sort()).toEqual(kinds.sort());
});

function beginRehearsal(): RehearsalWorld {
  const world = new RehearsalWorld();
  world.send({ kind: 'requested', from: FROM, target: TARGET, updateAt: null });
  world.send({ kind: 'prepared', serial: 1, backup });
  return world;
}

test('a second request for the same version joins, and one for another version waits', () => {
  const world = beginRehearsal();
  expect(world.send({ kind: 'requested', from: FROM, target: TARGET, updateAt: null })).toBe(true);
  expect(world.state?.serial).toBe(1);
  expect(
    decideRehearsal(world.state, { kind: 'requested', from: FROM, target: '2.42.0', updateAt: null }, 0),
  ).toEqual({
    refused: 'update_under_way',
  });
});

test.each([
  ['not-ready', 'not_ready'],
  ['missing', 'not_ready'],
  ['unreachable', 'cluster_unreachable'],
] as const)('a copy that stays %s times out', (answer, reason) => {
  const world = beginRehearsal();
  for (; world.now < START_WITHIN_MS; world.now += MINUTE_MS) {
    world.send({ kind: 'probed', serial: 1, answer });
    world.wake();
    expect(world.state?.phase.kind).toBe('starting');
  }
  world.now = START_WITHIN_MS;
  world.wake();
  world.send({ kind: 'probed', serial: 1, answer });
  expect(world.state?.phase).toMatchObject({ kind: 'removing', outcome: { verdict: 'failed', reason } });
});

test('a late alarm fails no step before it was attempted again', () => {
  const world = new RehearsalWorld();
  world.send({ kind: 'requested', from: FROM, target: TARGET, updateAt: null });
  const wakeLate = () => {
    world.now += HOUR_MS;
    world.wake();
  };
  wakeLate();
  world.send({ kind: 'prepared', serial: 1, backup });
  wakeLate();
  // The alarm was late for the first attempt: the copy starts only now.
  world.send({ kind: 'probed', serial: 1, answer: 'missing' });
  world.send({ kind: 'probed', serial: 1, answer: 'not-ready' });
  wakeLate();
  world.send({ kind: 'probed', serial: 1, answer: 'ready' });
  wakeLate();
  world.send({ kind: 'checked', serial: 1, report: reportWith(), isCompared: true });
  world.send({ kind: 'removed', serial: 1 });
  wakeLate();
  expect(world.state?.phase.kind).toBe('changing');
});

test.each([
  ['preparing', [], 'no_backup'],
  [
    'checking',
    [
      { kind: 'prepared', serial: 1, backup },
      { kind: 'probed', serial: 1, answer: 'ready' },
    ],
    'check_failed',
  ],
] as const)(
  '%s is given up when an attempt ends without a result after its time',
  (_phase, events, reason) => {
    const world = new RehearsalWorld();
    world.send({ kind: 'requested', from: FROM, target: TARGET, updateAt: null });
    for (const event of events) world.send(event);
    const before = world.state;
    world.send({ kind: 'not-yet', serial: 1 });
    expect(world.state).toEqual(before);
    world.now += 15 * MINUTE_MS;
    world.send({ kind: 'not-yet', serial: 1 });
    expect(world.state?.phase).toMatchObject({ kind: 'removing', outcome: { verdict: 'failed', reason } });
  },
);

test('a check is tried a few times', () => {
  const world = beginRehearsal();
  world.send({ kind: 'probed', serial: 1, answer: 'ready' });
  for (let attempt = 1; attempt < MAX_CHECKS; attempt += 1) {
    world.send({ kind: 'check-failed', serial: 1 });
    expect(world.state?.phase.kind).toBe('checking');
  }
  world.send({ kind: 'check-failed', serial: 1 });
  expect(world.state?.phase).toMatchObject({ outcome: { verdict: 'failed', reason: 'check_failed' } });
});

test('the removal of the copy is repeated until the cluster has removed it', () => {
  const world = beginRehearsal();
  world.shouldRun = false;
  world.wake();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    world.now += MINUTE_MS;
    world.wake();
    expect(world.state?.phase.kind).toBe('removing');
    expect(world.alarmAt).toBe(world.now + 30 * SECOND_MS);
  }
});

test('reports no problem that the current version has too', () => {
  const old = problem({ detail: 'removed long ago' });
  const report = reportOf({ current: check(old), next: check(old, problem()), ...nothing });
  expect(report.problems).toEqual([problem()]);
  expect(breaksActiveWorkflow(report)).toBe(true);
});

test('only a problem of an active workflow blocks a version, and the report lists it first', () => {
  const draft = problem({ workflowId: 'draft', isActive: false });
  expect(breaksActiveWorkflow(reportWith(draft))).toBe(false);
  expect(reportWith(draft, problem()).problems).toEqual([problem(), draft]);
});

test('a lost or deactivated workflow blocks a version; another change is listed', () => {
  const given = [
    workflow('lost', { name: 'a' }),
    workflow('off', { active: 'true' }),
    workflow('moved', { nodes: '1', name: 'm' }),
    workflow('same', { nodes: '1' }),
    { ...workflow('large'), digest: '1', fields: null },
  ];
  const returned = [
    workflow('off', { active: 'false' }),
    workflow('moved', { nodes: '2', name: 'm', settings: '{}' }),
    workflow('same', { nodes: '1' }),
    { ...workflow('large'), digest: '2', fields: null },
  ];
  const report = reportOf({ current: check(), next: check(), ...nothing, given, returned });
  expect(report.problems.map(({ workflowId, kind }) => [workflowId, kind])).toEqual([
    ['lost', 'missing'],
    ['off', 'not_activatable'],
  ]);
  expect(report.changes).toEqual([
    { workflowId: 'off', workflow: 'off', fields: ['active'] },
    { workflowId: 'moved', workflow: 'moved', fields: ['nodes', 'settings'] },
    { workflowId: 'large', workflow: 'large', fields: [] },
  ]);
});

test('a lost draft is listed and blocks no version', () => {
  const given = [workflow('draft', { active: 'false' }), workflow('kept', { active: 'true' })];
  const returned = [workflow('kept', { active: 'true' })];
  const report = reportOf({ current: check(), next: check(), ...nothing, given, returned });
  expect(report.problems).toMatchObject([{ workflowId: 'draft', kind: 'missing', isActive: false }]);
  expect(breaksActiveWorkflow(report)).toBe(false);
});

test('a deactivated workflow blocks a version, also if it is too large to compare by field', () => {
  const large = { id: 'large', name: 'large', fields: null };
  const given = [{ ...large, isActive: true, digest: '1' }];
  const returned = [{ ...large, isActive: false, digest: '2' }];
  const report = reportOf({ current: check(), next: check(), ...nothing, given, returned });
  expect(report.problems).toMatchObject([{ workflowId: 'large', kind: 'not_activatable', isActive: true }]);
});

test('what the release notes announce is counted, and every other change of the same workflow listed', () => {
  const given = ['one', 'two', 'mixed', 'off'].map((id) =>
    workflow(id, { meta: '1', nodes: '1', active: '1' }),
  );
  const returned = [
    ...['one', 'two'].map((id) => workflow(id, { meta: '2', nodes: '1', active: '1' })),
    workflow('mixed', { meta: '2', nodes: '2', active: '1' }),
    workflow('off', { meta: '1', nodes: '1', active: '0' }),
  ];
  const announced = new Set(['meta', 'pinData', 'active']);
  const report = reportOf({ current: check(), next: check(), given, returned, announced });
  expect(report.changes).toEqual([{ workflowId: 'mixed', workflow: 'mixed', fields: ['nodes'] }]);
  expect(report.announced).toEqual({ fields: ['active', 'meta'], workflows: 3 });
  // A workflow that does not stay active is lost, whatever was announced.
  expect(breaksActiveWorkflow(report)).toBe(true);
  const unannounced = reportOf({ current: check(), next: check(), ...nothing, given, returned });
  expect([unannounced.changes.length, unannounced.announced]).toEqual([4, null]);
});

test('a report is limited, and says that there is more', () => {
  const many = Array.from({ length: 500 }, (_, index) =>
    problem({ workflowId: `w${index}`, detail: 'x'.repeat(9_999) }),
  );
  const report = reportWith(...many);
  expect(report.isCut).toBe(true);
  expect(JSON.stringify(report).length).toBeLessThan(200_000);
});

test('a list of problems that is cut among the active workflows lets no version pass', () => {
  const active = problem();
  const inactive = problem({ workflowId: 'two', isActive: false });
  const blocks = (...problems: WorkflowProblem[]) =>
    breaksActiveWorkflow(
      reportOf({ current: check(active), next: { ...check(...problems), isCut: true }, ...nothing }),
    );
  expect([blocks(active), blocks(active, inactive)]).toEqual([true, false]);
});

/** Rehearses a forced update to its end. @returns the state, and what the workspace's machine is told. */
function rehearseForced(updateAt: number, problems: readonly WorkflowProblem[]) {
  const effects: RehearsalEffect[] = [];
  let state: RehearsalState | null = null;
  const events: RehearsalEvent[] = [
    { kind: 'requested', from: FROM, target: TARGET, updateAt },
    { kind: 'prepared', serial: 1, backup },
    { kind: 'probed', serial: 1, answer: 'ready' },
    { kind: 'checked', serial: 1, report: reportWith(...problems), isCompared: true },
    { kind: 'removed', serial: 1 },
  ];
  for (const event of events) {
    const decision = decideRehearsal(state, event, 0);
    if ('refused' in decision) throw new Error(decision.refused);
    state = decision.state;
    effects.push(...decision.effects);
  }
  return { state, reports: effects.filter(({ kind }) => kind === 'report-forced') };
}

test.each([
  ['passed', []],
  ['blocked', [problem()]],
] as const)(
  'a forced update that %s ahead of its date is reported and not carried out',
  (verdict, problems) => {
    const updateAt = 7 * 24 * HOUR_MS;
    const { state, reports } = rehearseForced(updateAt, problems);
    expect(state?.phase).toMatchObject({ kind: 'reported', result: 'announced', outcome: { verdict } });
    expect(reports).toEqual([{ kind: 'report-forced', updateAt, verdict, problems: problems.length }]);
  },
);

test('a forced update is carried out on its date only if it passes', () => {
  expect(rehearseForced(0, [])).toMatchObject({ state: { phase: { kind: 'changing' } }, reports: [] });
  const { state, reports } = rehearseForced(0, [problem()]);
  expect(state?.phase).toMatchObject({ kind: 'reported', result: 'announced' });
  expect(reports).toMatchObject([{ verdict: 'blocked', problems: 1 }]);
});

test.each(['not_saved', 'withdrawn'] as const)('a forced update that is %s is reported', (result) => {
  const { state } = rehearseForced(0, []);
  const decision = decideRehearsal(state, { kind: 'carried-out', serial: 1, result }, 0);
  expect(decision).toMatchObject({
    state: { phase: { kind: 'reported', result } },
    effects: [{ kind: 'cancel' }, { kind: 'report-forced', updateAt: 0, verdict: result }],
  });
});

test('an update takes one last backup, and begins within a quarter of an hour', () => {
  const { state: changing } = rehearseForced(0, []);
  const decision = decideRehearsal(changing, { kind: 'saved', serial: 1 }, SECOND_MS);
  if ('refused' in decision) throw new Error(decision.refused);
  expect(decision.state?.phase).toMatchObject({ kind: 'changing', startedAt: 0, isSaved: true });
  const notBegunAt = (now: number) => decideRehearsal(decision.state, { kind: 'not-yet', serial: 1 }, now);
  expect(notBegunAt(BEGIN_UPDATE_WITHIN_MS - 1)).toEqual({ state: decision.state, effects: [] });
  expect(notBegunAt(BEGIN_UPDATE_WITHIN_MS)).toMatchObject({
    state: { phase: { kind: 'reported', result: 'not_saved' } },
  });
});

test('a forced update that a person selects during its rehearsal is carried out', () => {
  const requested = { kind: 'requested', from: FROM, target: TARGET } as const;
  const ahead = decideRehearsal(null, { ...requested, updateAt: 1 }, 0);
  if ('refused' in ahead) throw new Error(ahead.refused);
  expect(decideRehearsal(ahead.state, { ...requested, updateAt: null }, 0)).toMatchObject({
    state: { serial: 1, updateAt: null },
  });
});
