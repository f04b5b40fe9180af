import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/clock.ts';
import { dueWithSaved } from '../person-changes.ts';
import { probeIntervalMs, UPDATE_INTERVAL_MS } from '../polling.ts';
import type { GoBackReason, InstanceState, UpdateStep } from '../state.ts';
import { changeState, earlierStorage, keepState, pendingPhase, scheduleProbe } from './change.ts';
import type { Decision, InstanceEffect, Refusal } from './events.ts';
import type { Reaction, StateIn } from './transition.ts';

/** The workspace is stopped while its data is saved, so a slower snapshot counts as failed. Each answer adds its time to the step. */
export const SAVE_WITHIN_MS = MINUTE_MS;
/**
 * The new version must run, and serve as many workflows, within this time; a process without a
 * count has twice as long. Otherwise the workspace reverts.
 */
export const VERIFY_WITHIN_MS = MINUTE_MS;
/** People can go back for this long. */
const GO_BACK_WITHIN_MS = DAY_MS;

type Updating = StateIn<'pending'>;
type Running = StateIn<'online' | 'offline'>;

/** Starts the change to a rehearsed version: the process stops, so that the snapshot is complete. */
export const onUpdateRequested: Reaction<'update-requested', Running> = (
  state,
  { target, activeWorkflows, isForced },
  now,
) => {
  if (target === state.configuration.version) return keepState(state);
  // A generation is used once, and so is the snapshot's name.
  const snapshot = state.generation + 1;
  const phase = {
    ...pendingPhase('update', now),
    update: { step: 'saving' as const, snapshot, target, activeWorkflows, isForced },
  };
  // The data saved before an earlier update keeps its time.
  const until = state.saved?.until ?? now + GO_BACK_WITHIN_MS;
  return changeState(state, { phase }, now, [scheduleProbe(now), expireAt(until)]);
};

/** Continues an update after an answer. @param isReached whether the cluster is where the step waits for it. */
export function onProbedUpdating(
  state: Updating,
  { update, isReached }: { update: UpdateStep; isReached: boolean },
  now: number,
): Decision {
  const later = { state, effects: [scheduleProbe(now + UPDATE_INTERVAL_MS)] };
  const elapsedMs = now - state.phase.startedAt;
  switch (update.step) {
    case 'saving':
      if (isReached) return swap(state, update, now);
      return elapsedMs < SAVE_WITHIN_MS ? later : abandon(state, update, now);
    case 'verifying':
      if (!isReached) return elapsedMs < VERIFY_WITHIN_MS ? later : goBack(state, 'not_ready', now);
      // The count decides, unless the process does not give one.
      if (elapsedMs >= 2 * VERIFY_WITHIN_MS) return goBack(state, 'not_ready', now);
      return { state, effects: [...later.effects, { kind: 'count-active' }] };
    case 'reverting':
      if (!isReached) return later;
      return changeState(state, { phase: pendingPhase('go_back', now) }, now, [scheduleProbe(now)]);
  }
}

/** Serves with the new version once as many workflows are active as before; until then n8n may still activate some. */
export const onActiveCounted: Reaction<'active-counted', Updating> = (
  state,
  { generation, activeWorkflows },
  now,
) => {
  const { phase, saved, configuration, facts } = state;
  const isAsked = phase.update?.step === 'verifying' && generation === state.generation && state.isApplied;
  if (!isAsked || !saved) return keepState(state);
  if (activeWorkflows < (saved.activeWorkflows ?? 0))
    return now - phase.startedAt < VERIFY_WITHIN_MS ? keepState(state) : goBack(state, 'fewer_active', now);
  const { version: target } = configuration;
  const { version } = saved;
  const mail: InstanceEffect = {
    kind: 'mail',
    id: `version_updated:${version}:${generation}`,
    mail: { template: 'version_updated', data: { version, target } },
  };
  return changeState(
    state,
    {
      phase: { kind: 'online' },
      lastUpdate: { from: version, target, result: 'updated', at: now },
      saved: { ...saved, until: now + GO_BACK_WITHIN_MS },
    },
    now,
    [
      scheduleProbe(now + probeIntervalMs('online', facts.workspaceId)),
      expireAt(now + GO_BACK_WITHIN_MS),
      { kind: 'read-usage' },
      ...(saved.isForced ? [mail] : []),
    ],
  );
};

/** Goes back to the version and data before the last update. */
export const onGoingBackRequested: Reaction<'going-back-requested', Running, Decision | Refusal> = (
  state,
  _event,
  now,
) => {
  if (!state.saved || now >= state.saved.until) return { refused: 'going_back_unavailable' };
  const { usage, storage } = state;
  // Executions that ran since the update stay counted.
  const counted = usage && { month: usage.timeframe, executions: usage.executions };
  return goBack({ ...state, storage: { ...storage, ...(counted && { counted }) } }, 'requested', now);
};

/** Drops the data saved before an update after a day. The cluster removes it once nothing needs it. */
export const onSavedExpiryDue: Reaction<'saved-expiry-due'> = (state, _event, now) => {
  const { saved, phase } = state;
  if (saved && now < saved.until) return { state, effects: [expireAt(saved.until)] };
  // An update that outlasts a day, such as in an outage, still needs its saved data.
  if (isUpdating(state)) return { state, effects: [expireAt(now + HOUR_MS)] };
  // A claim is made from its snapshot when its first process starts.
  const prune: InstanceEffect[] = phase.kind === 'online' ? [{ kind: 'prune' }] : [];
  const effects = [expireAt(now + (phase.kind === 'stopped' ? DAY_MS : HOUR_MS)), ...prune];
  return saved ? forgetSaved(state, effects, now) : { state, effects };
};

/** Gives up going back: the cluster removes the saved data once nothing needs it. */
export function forgetSaved(state: InstanceState, effects: InstanceEffect[], now: number): Decision {
  return changeState(state, { saved: null, changedSinceSave: [] }, now, effects);
}

/** A later update may have saved data in the meantime. */
export function onPruned(state: InstanceState): Decision {
  if (state.saved || isUpdating(state)) return keepState(state);
  return { state, effects: [{ kind: 'cancel', schedule: 'saved-expiry' }] };
}

function swap(state: Updating, update: Extract<UpdateStep, { step: 'saving' }>, now: number): Decision {
  const { configuration } = state;
  const { target, snapshot, activeWorkflows, isForced } = update;
  const until = now + GO_BACK_WITHIN_MS;
  return changeState(
    state,
    {
      // The new snapshot includes everything that was sent to the process.
      changedSinceSave: state.due,
      configuration: { ...configuration, version: target },
      saved: { version: configuration.version, snapshot, activeWorkflows, isForced, until },
      staleness: null,
      phase: { ...pendingPhase('update', now), update: { step: 'verifying' } },
    },
    now,
    [scheduleProbe(now), { kind: 'cancel', schedule: 'update' }, expireAt(until)],
  );
}

/** Without saved data the version cannot be reverted, so it stays. */
function abandon(state: Updating, update: Extract<UpdateStep, { step: 'saving' }>, now: number): Decision {
  const from = state.configuration.version;
  return changeState(
    state,
    {
      phase: pendingPhase('go_back', now),
      staleness: null,
      lastUpdate: { from, target: update.target, result: 'not_saved', at: now },
    },
    now,
    [scheduleProbe(now), { kind: 'cancel', schedule: 'update' }],
  );
}

function goBack(state: Updating | Running, reason: GoBackReason, now: number): Decision {
  const { saved, configuration } = state;
  if (!saved) return keepState(state);
  const { version: target } = configuration;
  const { version: from, snapshot } = saved;
  const mail: InstanceEffect = {
    kind: 'mail',
    id: `update_went_back:${target}:${snapshot}`,
    mail: { template: 'update_went_back', data: { version: from, target } },
  };
  return changeState(
    state,
    {
      ...dueWithSaved(state),
      configuration: { ...configuration, version: from },
      storage: earlierStorage(state, snapshot),
      saved: null,
      staleness: null,
      lastUpdate: { from, target, result: reason, at: now },
      phase: { ...pendingPhase('go_back', now), update: { step: 'reverting' } },
    },
    now,
    [
      scheduleProbe(now),
      expireAt(now + GO_BACK_WITHIN_MS),
      { kind: 'cancel', schedule: 'update' },
      ...(reason === 'requested' ? [] : [mail]),
    ],
  );
}

/** @returns whether an update is saving or verifying, and may still revert. */
export function isUpdating({ phase }: InstanceState): boolean {
  return phase.kind === 'pending' && phase.update !== undefined;
}

function expireAt(at: number): InstanceEffect {
  return { kind: 'arm', schedule: 'saved-expiry', at };
}
