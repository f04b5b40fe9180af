import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { InstanceEvent } from '#app/domain/instance/machine/events.ts';
import { compareVersions } from '#app/domain/instance/releases.ts';
import { must } from './must.ts';
import type { Outcome, World } from './world.ts';

const accountId = 'acc_ada';
type Change = Extract<InstanceEvent, { kind: 'configuration-requested' }>['change'];

/** Settings that a running workspace accepts, except downgrades. */
export const changes: readonly Change[] = [
  { timezone: 'Europe/Berlin' },
  { timezone: 'Etc/UTC' },
  { version: '1.1.0' },
  { version: '2.0.0', confirmName: 'ada' },
  { version: '2.1.0', confirmName: 'ada' },
  { saveExecutions: { manual: true, failed: false, successful: true } },
  {},
];

/** @returns why commands are refused now; null when the workspace should run. */
function expectedStopCode({ state }: World): ErrorCode | null {
  const kind = state?.phase.kind ?? 'deleted';
  if (kind === 'deleted') return 'workspace_not_found';
  return kind === 'pending' || kind === 'online' || kind === 'offline' ? null : 'workspace_stopped';
}

/** @returns why settings cannot be changed now. */
function changingCode(world: World): ErrorCode | null {
  const phase = world.state?.phase;
  const isUpdating = phase?.kind === 'pending' && phase.update !== undefined;
  return expectedStopCode(world) ?? (isUpdating ? 'workspace_pending' : null);
}

/** Updates to a rehearsed version; some of these versions still fail after the change. */
export async function update(world: World, target: string): Promise<void> {
  mustBe(await world.call({ kind: 'update-requested', target, activeWorkflows: 1, isForced: false }), null);
}

export async function goBack(world: World): Promise<void> {
  const { state, now } = world;
  const isPending = state?.phase.kind === 'pending';
  const isKept = state?.saved && now < state.saved.until;
  const expected =
    expectedStopCode(world) ??
    (isPending ? 'workspace_pending' : null) ??
    (isKept ? null : 'going_back_unavailable');
  mustBe(await unless(expected, world, { kind: 'going-back-requested', accountId }), expected);
}

/** A person leaves. The database retries later when the serving process does not respond. */
export async function leave(world: World, email: string): Promise<void> {
  const outcome = await world.call({ kind: 'person-changed', email, role: null });
  if (outcome === 'crashed' || world.state?.phase.kind === 'deleted') return;
  const { cluster } = world;
  if (world.state?.phase.kind === 'online') {
    if (!cluster.isServing) return;
    cluster.tell(email);
    const { generation } = world.state;
    if ((await world.call({ kind: 'person-delivered', generation, email, role: null })) === 'crashed') return;
  }
  cluster.leave(email);
}

export async function restart(world: World): Promise<void> {
  const isPending = world.state?.phase.kind === 'pending';
  const expected = isPending ? 'workspace_pending' : expectedStopCode(world);
  mustBe(await unless(expected, world, { kind: 'restart-requested', accountId }), expected);
}

export async function configure(world: World, change: Change): Promise<void> {
  const current = world.state?.configuration.version ?? '';
  const isDowngrade = change.version !== undefined && compareVersions(change.version, current) < 0;
  const expected = changingCode(world) ?? (isDowngrade ? 'downgrade_refused' : null);
  const { releases } = world;
  mustBe(
    await unless(expected, world, { kind: 'configuration-requested', accountId, change, releases }),
    expected,
  );
}

/** Requests that are always refused: a wrong account, unknown values. */
export async function hostile(world: World): Promise<void> {
  const { releases } = world;
  const onStopped = changingCode(world);
  const breaking: [Change, ErrorCode] = isAtLeastTwo(world)
    ? [{ version: '1.0.0', confirmName: 'ada' }, 'downgrade_refused']
    : [{ version: '2.2.0', confirmName: 'eve' }, 'breaking_change_unconfirmed'];
  const refused: Array<[InstanceEvent, ErrorCode]> = [
    [{ kind: 'restart-requested', accountId: 'acc_eve' }, 'workspace_not_found'],
    [{ kind: 'going-back-requested', accountId: 'acc_eve' }, 'workspace_not_found'],
    [{ kind: 'configuration-requested', accountId: 'acc_eve', change: {}, releases }, 'workspace_not_found'],
    ...(
      [
        [{ version: '9.9.9' }, 'version_unknown'],
        [{ timezone: 'Mars/Base' }, 'timezone_unknown'],
        breaking,
      ] as Array<[Change, ErrorCode]>
    ).map(([change, code]): [InstanceEvent, ErrorCode] => [
      { kind: 'configuration-requested', accountId, change, releases },
      onStopped ?? code,
    ]),
  ];
  for (const [event, code] of refused) mustBe(await unless(code, world, event), code);
  await world.wake();
  const kept = keepsStorage(world);
  const answer = await world.sendFacts({ kind: 'active' }, { accountId: 'acc_eve' });
  mustBe(answer, 'workspace_not_found');
  must(answer === 'crashed' || kept(), "another account's facts change nothing");
}

function isAtLeastTwo({ state }: World): boolean {
  return compareVersions(state?.configuration.version ?? '', '2.0.0') >= 0;
}

/** Sends an event; a refusal must not change anything stored. */
async function unless(expected: ErrorCode | null, world: World, event: InstanceEvent): Promise<Outcome> {
  // Waking the object can set its alarm, whatever the request.
  await world.wake();
  const isKept = keepsStorage(world);
  const outcome = await world.call(event);
  const canChange = expected === null || outcome === 'crashed';
  must(canChange || isKept(), `${event.kind}, refused, changes nothing`);
  return outcome;
}

/** @returns a check that nothing stored has changed since; the state must be the same object. */
function keepsStorage({ store }: World): () => boolean {
  const { state, alarmAt } = store;
  const rest = () => JSON.stringify([state, [...store.schedules.values()], [...store.outbox.keys()]]);
  const before = rest();
  return () => store.state === state && store.alarmAt === alarmAt && rest() === before;
}

function mustBe(outcome: Outcome, expected: ErrorCode | null): void {
  if (outcome === 'crashed') return;
  const code = outcome && 'refused' in outcome ? outcome.refused : null;
  must(code === expected, `${code} where ${expected} was to be answered`);
}
