import { boundsOf, INLINE_BODY_BYTES, retentionMs } from '#app/domain/held-webhooks/bounds.ts';
import {
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
import type { HeldPorts, HeldSchedule } from './ports.ts';
import type { HeldReplay } from './replay.ts';
import type { WaitingMail } from './waiting-mail.ts';

/** Delay before the first replay of a request that the running workspace did not take. */
const FIRST_REPLAY_DELAY_MS: Partial<Record<HoldReason, number>> = {
  unreachable: 5 * SECOND_MS,
  not_registered: 10 * SECOND_MS,
  over_quota: 60 * SECOND_MS,
};

/** Holds a webhook without a proper answer, or says how the gateway answers it. */
export function holdWebhooks(ports: HeldPorts, gate: HeldGate, replay: HeldReplay, mail: WaitingMail) {
  const { clock, rows, paths, alarms, readState } = ports;

  function decide(request: HoldRequest, signal: HoldSignal, state = readState()): HoldDecision {
    if (!state) return { kind: 'state' };
    const { path, headers } = request;
    return decideHold({
      phase: state.phase,
      signal,
      hasGate: gate.hasGate(),
      readyAt: Math.max(state.since, gate.setAt() ?? state.since),
      now: clock.now(),
      hasQueue: gate.hasQueue(path),
      order: paths.settings().order,
      ...paths.of(path),
      kept: rows.sumKept(),
      bounds: boundsOf(state.facts.limits),
      request: {
        size: request.size,
        hasBody: request.body !== null,
        headerBytes: headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0),
        addressCharacters: path.length + request.search.length,
      },
    });
  }

  /** @returns whether the request is durably stored; false when others filled the queue meanwhile. */
  async function store(request: HoldRequest, body: Uint8Array, why: HoldReason): Promise<boolean> {
    const { id, path, method, from } = request;
    const hasFile = body.byteLength > INLINE_BODY_BYTES;
    if (hasFile) await putFile(id, body);
    const content = await sealContent(ports.seal, id, { ...request, body: hasFile ? null : body });
    const state = readState();
    const { kind } = decide(request, request.signal, state);
    if (!state || kind === 'refuse' || kind === 'state') return false;
    const now = clock.now();
    const delayMs = FIRST_REPLAY_DELAY_MS[why];
    const nextAt = delayMs === undefined ? null : now + delayMs;
    const row = { id, path, method, from, why, nextAt, size: body.byteLength, hasFile };
    mail.onHold();
    rows.insert({ ...row, content, receivedAt: now });
    paths.count(path, now, 'arrived', 'held');
    if (rows.sumKept().count === 1)
      alarms.set('held-expiry' satisfies HeldSchedule, now + retentionMs(boundsOf(state.facts.limits)));
    // In the transaction of the row: if the object dies before it answers, the alarm starts the replay.
    if (state.phase.kind === 'online') replay.arm(nextAt ?? now);
    await alarms.rearm();
    if (state.phase.kind !== 'online') return true;
    // Closed before the sender gets its answer, so that no later request of the path overtakes this one.
    await gate.sync();
    if (nextAt === null) replay.start(path);
    return true;
  }

  /** Notes the file first, so that it is deleted if its request is never stored. */
  async function putFile(id: string, body: Uint8Array): Promise<void> {
    const now = clock.now();
    ports.fileNotes.note(id, now);
    alarms.set('held-expiry' satisfies HeldSchedule, now + ORPHANED_FILE_MS);
    await alarms.rearm();
    await ports.files.put(id, await ports.seal.seal(new Uint8Array(body), `${id}:body`));
  }

  function refuse(path: string, why: HoldRefusal, reason: HoldReason): HoldAnswer {
    paths.count(path, clock.now(), 'arrived', 'refused');
    return { kind: 'refused', why, reason, retryAfterSeconds: retryAfterRefusal(why, reason) };
  }

  /** @param reportUnreachable probes the workspace. */
  return async (
    request: HoldRequest,
    reportUnreachable: () => Promise<InstanceView | null>,
  ): Promise<HoldAnswer> => {
    let decision = decide(request, request.signal);
    if (decision.kind === 'forward') {
      if ((await gate.sync(true)) !== 'failed') {
        paths.count(request.path, clock.now(), 'arrived');
        return { kind: 'forward' };
      }
      decision = decide(request, 'unreachable');
    }
    switch (decision.kind) {
      case 'hold': {
        const { why } = decision;
        if (request.body === null) return refuse(request.path, 'too-large', why);
        if (!(await store(request, request.body, why))) return refuse(request.path, 'full', why);
        if (why === 'unreachable') void reportUnreachable().catch(ports.reportError);
        return { kind: 'held', retryAfterSeconds: retryAfterOf(why) };
      }
      case 'refuse':
        return refuse(request.path, decision.why, decision.reason);
      case 'deliver':
        return decision;
      case 'forward':
      case 'state':
        return { kind: 'state', view: await reportUnreachable() };
    }
  };
}
