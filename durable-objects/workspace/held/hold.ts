import { isFormOrChat } from '#app/domain/held-webhooks/addresses.ts';
import {
  boundsOf,
  countHeadBytes,
  INLINE_BODY_BYTES,
  retentionMs,
} from '#app/domain/held-webhooks/bounds.ts';
import {
  canHold,
  decideHold,
  type HoldDecision,
  type HoldRefusal,
  type HoldSignal,
  retryAfterOf,
  retryAfterRefusal,
} from '#app/domain/held-webhooks/decide-hold.ts';
import type { HoldReason } from '#app/domain/held-webhooks/held-request.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';
import type { HoldAnswer, HoldRequest } from '#app/use-cases/workspace/held-rpc.ts';
import { sealContent } from './content.ts';
import { ORPHANED_FILE_MS } from './expiry.ts';
import type { HeldGate } from './gate.ts';
import type { HeldPorts } from './ports.ts';
import type { HeldReplay } from './replay.ts';
import type { NewHeldRow } from './row.ts';
import type { WaitingMail } from './waiting-mail.ts';

/** Delay before the first replay of a request that the running workspace did not accept. */
const FIRST_REPLAY_DELAY_MS: Partial<Record<HoldReason, number>> = {
  unreachable: 5 * SECOND_MS,
  not_registered: 10 * SECOND_MS,
  over_quota: 60 * SECOND_MS,
};

/** A later signal says nothing about the process as it is now. */
const FRESH_MS = 3 * SECOND_MS;

/** Without this limit, hundreds of senders would wait for each other's deadlines while the bucket does not respond. */
const MAX_TURN_WAIT_MS = 20 * SECOND_MS;

/** @returns false if the gateway presumed that the workspace would not accept the webhook. */
const wasAsked = ({ signalAgeMs }: HoldRequest) => signalAgeMs !== Number.POSITIVE_INFINITY;

/** What happens to a request that is not stored after all. */
type NotHeld = Extract<HoldDecision, { kind: 'refuse' | 'state' }>;

/** Holds a webhook without a proper answer, or decides how the gateway answers it. */
export function holdWebhooks(ports: HeldPorts, gate: HeldGate, replay: HeldReplay, mail: WaitingMail) {
  const { clock, rows, paths, alarms, readState, bodies } = ports;

  function decide(request: HoldRequest, signal: HoldSignal, hasMemory = true): HoldDecision {
    const state = readState();
    if (!state) return { kind: 'state' };
    const { path, headers } = request;
    const address = path + request.search;
    const { choice, answerMatters } = paths.of(path, request.method === 'GET');
    return decideHold({
      phase: state.phase,
      signal,
      readyAt: gate.readyAt(state),
      now: clock.now(),
      hasQueue: gate.hasQueue(path),
      order: paths.settings().order,
      choice,
      answerMatters: answerMatters ?? isFormOrChat(path),
      kept: rows.sumKept(),
      bounds: boundsOf(state.facts.limits),
      isPathKeepable: rows.canWait(path),
      hasMemory,
      request: {
        size: request.size,
        hasBody: request.body !== null,
        headBytes: countHeadBytes(address, headers),
        addressCharacters: address.length,
      },
    });
  }

  /** @returns null once the request is durably stored; otherwise what happens to it: the situation changed meanwhile. */
  async function store(
    request: HoldRequest,
    body: Uint8Array<ArrayBuffer>,
    why: HoldReason,
  ): Promise<NotHeld | null> {
    const hasFile = body.byteLength > INLINE_BODY_BYTES;
    const key = ports.seal.keySerial();
    let instead: NotHeld | null = { kind: 'state' };
    let isFileStored = false;
    try {
      if (hasFile) {
        const since = clock.now();
        await bodies.inTurn(() => putFile(request.id, body, since));
        isFileStored = true;
      }
      const content = await sealContent(ports.seal, request.id, { ...request, body: hasFile ? null : body });
      instead = insert(request, { content, size: body.byteLength, hasFile, key, why });
    } catch (error) {
      if (!isGone(key)) throw error;
    } finally {
      // An upload that failed can still end later: then its file is deleted by its note.
      if (instead && isFileStored) await discardFile(request.id);
    }
    if (instead) return instead;
    // The request is stored: a failure here must not make its sender repeat it. The next call sets the alarm.
    await alarms.rearm().catch(ports.reportError);
    if (readState()?.phase.kind !== 'online') return null;
    // Closes the gate before the sender gets its answer, so that no later request of the path overtakes this one. A process
    // that runs can answer the call; one that did not answer this request usually starts, with a closed gate.
    // If the workspace was not asked, nothing shows that its process runs.
    const mayRun = wasAsked(request) && (why !== 'unreachable' || request.signal !== 'unreachable');
    // After `blocked`, only a call that is sent shows whether the process runs.
    if (!(await gate.sync(request.signal === 'blocked')) && mayRun) await gate.sync(true);
    if (FIRST_REPLAY_DELAY_MS[why] === undefined) replay.startPath(request.path);
    return null;
  }

  /** Stores the row with its schedules; the caller rearms the alarms. @returns as `store`. */
  function insert(
    request: HoldRequest,
    stored: Pick<NewHeldRow, 'content' | 'size' | 'hasFile' | 'why'> & { key: number },
  ): NotHeld | null {
    const { id, path, method, from } = request;
    const { key, ...rest } = stored;
    const state = readState();
    const decision = decide(request, request.signal);
    if (decision.kind === 'refuse' || decision.kind === 'state') return decision;
    const now = clock.now();
    const isFileKept = !stored.hasFile || ports.fileNotes.isNotedSince(id, now - ORPHANED_FILE_MS);
    if (!state || isGone(key) || !isFileKept) return { kind: 'state' };
    const delayMs = FIRST_REPLAY_DELAY_MS[stored.why];
    const nextAt = delayMs === undefined ? null : now + delayMs;
    mail.beforeWaiting();
    rows.insert({ ...rest, id, path, method, from, nextAt, receivedAt: now });
    if (rest.why === 'not_registered') rows.markUnregistered(path, 1);
    paths.count(path, now, 'arrived', 'held');
    if (rows.sumKept().count === 1)
      alarms.setBy('held-expiry', now + retentionMs(boundsOf(state.facts.limits)));
    // In the transaction of the row: if the object dies before it answers, the alarm starts the replay.
    if (state.phase.kind === 'online') replay.arm(nextAt ?? now);
    return null;
  }

  /** @returns whether the workspace was deleted since: nothing can read what was sealed under its key. */
  function isGone(key: number): boolean {
    const state = readState();
    return !state || !canHold(state.phase) || ports.seal.keySerial() !== key;
  }

  /** Records the file first, so that it is deleted if its request is never stored. @throws if the body has waited for too long. */
  async function putFile(id: string, body: Uint8Array<ArrayBuffer>, since: number): Promise<void> {
    const now = clock.now();
    if (now - since > MAX_TURN_WAIT_MS) throw new Error('The body waited too long.');
    ports.fileNotes.note(id, now);
    alarms.setBy('held-expiry', now + ORPHANED_FILE_MS);
    await alarms.rearm();
    await ports.files.put(id, await ports.seal.seal(body, `${id}:body`));
  }

  /** Marks the file for deletion: its first note may be gone, if the upload took longer than files stay without a request. */
  async function discardFile(id: string): Promise<void> {
    // The same request came twice, and the first is stored.
    if (rows.find(id)) return;
    ports.fileNotes.drop(id);
    alarms.setBy('held-expiry', clock.now());
    await alarms.rearm();
  }

  function refuse(path: string, why: HoldRefusal, reason: HoldReason): HoldAnswer {
    paths.count(path, clock.now(), 'arrived', 'refused');
    return { kind: 'refused', why, reason, retryAfterSeconds: retryAfterRefusal(why, reason) };
  }

  async function decideAndHold(
    request: HoldRequest,
    reportUnreachable: () => Promise<InstanceView | null>,
    hasMemory: boolean,
  ): Promise<HoldAnswer> {
    let decision = decide(request, request.signal, hasMemory);
    // Senders choose when an upload ends, and whether: an aborted one has no answer either.
    const isEvidence = request.body !== null && (request.signalAgeMs ?? 0) < FRESH_MS;
    if (isEvidence && request.signal === 'unreachable' && readState()?.phase.kind === 'online')
      gate.noteRestart();
    if (decision.kind === 'forward') {
      if (isEvidence) gate.noteClosed(request.path);
      // A webhook that was not sent says nothing of the gate: if a process that restarted has closed it, its refusal shows that.
      if (await gate.sync(wasAsked(request))) {
        if (wasAsked(request)) paths.count(request.path, clock.now(), 'arrived');
        return { kind: 'forward' };
      }
      decision = decide(request, 'unreachable');
    }
    switch (decision.kind) {
      case 'hold': {
        const { why } = decision;
        if (request.body === null) return refuse(request.path, 'too-large', why);
        const instead = await store(request, request.body, why);
        if (instead?.kind === 'refuse') return refuse(request.path, instead.why, instead.reason);
        if (instead) return { kind: 'state', view: await reportUnreachable() };
        // The process runs if it accepted the call that closed its gate, unless it did not answer the request.
        const isUnreachable = why === 'unreachable' && (request.signal === 'unreachable' || !gate.isSet());
        if (isUnreachable) void reportUnreachable().catch(ports.reportError);
        // Then isolates ask the object first, so that no later request passes a gate that could not be closed.
        const isDown = isUnreachable || readState()?.phase.kind !== 'online';
        return { kind: 'held', retryAfterSeconds: retryAfterOf(why), isDown, isBehind: why === 'queue' };
      }
      case 'refuse':
        return refuse(request.path, decision.why, decision.reason);
      case 'deliver':
        return decision;
      case 'forward':
      case 'state':
        return { kind: 'state', view: await reportUnreachable() };
    }
  }

  /** @param reportUnreachable probes the workspace. */
  return async (
    request: HoldRequest,
    reportUnreachable: () => Promise<InstanceView | null>,
  ): Promise<HoldAnswer> => {
    const release = bodies.tryTake(request.body?.byteLength ?? 0);
    try {
      return await decideAndHold(request, reportUnreachable, release !== null);
    } finally {
      release?.();
    }
  };
}
