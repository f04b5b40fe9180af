import { DurableObject } from 'cloudflare:workers';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { viewOf } from '#app/domain/instance/state.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { SECOND_MS, systemClock } from '#app/domain/time/clock.ts';
import { trialEndsAt } from '#app/domain/trial/trial.ts';
import { composeWorkspace, type WorkspaceContext } from './context.ts';
import { workspaceInstance } from './instance.ts';
import { workspaceKey } from './keys.ts';
import { signOpenLink } from './open-link.ts';
import type { OpenLinkRequest, ProvisionCommand, RpcResult, WorkspaceRpc } from './rpc.ts';

const REPORT_INTERVAL_MS = 2 * SECOND_MS;

/** The object of one workspace, keyed by its id: a shell around `domain/instance` (design §2, §3). */
export class WorkspaceObject extends DurableObject<object> implements WorkspaceRpc {
  readonly #context: WorkspaceContext;
  readonly #instance: ReturnType<typeof workspaceInstance>;
  #reported: { at: number; look: Promise<unknown> } | undefined;

  constructor(ctx: DurableObjectState, env: object) {
    super(ctx, env);
    this.#context = composeWorkspace(ctx, env);
    this.#instance = workspaceInstance(this.#context);
    // The platform drops an alarm whose object could not even be built, as with a bad deployment: whoever wakes the
    // object next finds its schedules kept and sets the alarm again.
    void ctx.blockConcurrencyWhile(() => this.#context.alarms.ensureArmed());
  }

  /** @throws when the workspace is another account's: an id that was mixed up must change nothing. */
  async provision(command: ProvisionCommand): Promise<InstanceView> {
    const { trialStartedAt, ...wanted } = command;
    const known = this.#context.store.readState()?.facts;
    if (known && (known.accountId !== wanted.accountId || known.name !== wanted.name)) {
      throw new Error(`Workspace ${known.workspaceId} belongs to another account or has another name.`);
    }
    const facts: InstanceFacts = {
      ...wanted,
      // A repeated command is no upgrade: what runs keeps its version, whatever new workspaces start with by now.
      version: known?.version ?? wanted.version,
      trialEndsAt: trialStartedAt === null ? null : trialEndsAt(trialStartedAt),
    };
    const state = await this.#instance.handle({ kind: 'provisioned', facts });
    if (!state) throw new Error('Provisioning left no state.');
    return viewOf(state, this.#context.clock.now());
  }

  async view(accountId: string): Promise<InstanceView | null> {
    const state = this.#context.store.readState();
    return state?.facts.accountId === accountId ? viewOf(state, this.#context.clock.now()) : null;
  }

  async openLink(request: OpenLinkRequest): Promise<RpcResult<{ url: string }>> {
    const state = this.#context.store.readState();
    if (state?.facts.accountId !== request.accountId) return { ok: false, code: 'workspace_not_found' };
    if (state.phase.kind !== 'online') return { ok: false, code: 'workspace_not_online' };
    const { config } = this.#context;
    const signInKey = await workspaceKey(config.workspaceMasterKey, state.facts.workspaceId, 'sign-in');
    const url = `${config.portal.protocol}//${state.facts.name}.${config.portal.host}`;
    return { ok: true, value: { url: await signOpenLink(request, { url, signInKey }, systemClock.now()) } };
  }

  /** Looks now if the workspace counts as Online; in any other phase a look is due soon anyway. */
  async reportUnreachable(): Promise<InstanceView | null> {
    const { store, clock } = this.#context;
    if (store.readState()?.phase.kind === 'online') await this.#lookOnce();
    const state = store.readState();
    return state && viewOf(state, clock.now());
  }

  /** A busy front door reports with each of its requests: those of one moment share one look. */
  #lookOnce(): Promise<unknown> {
    const now = systemClock.now();
    const isRecent = this.#reported && Math.abs(now - this.#reported.at) < REPORT_INTERVAL_MS;
    if (!this.#reported || !isRecent) this.#reported = { at: now, look: this.#instance.look() };
    return this.#reported.look;
  }

  async advanceClock(advanceMs: number): Promise<RpcResult<InstanceView>> {
    const { config, store, alarms, clock } = this.#context;
    const state = store.readState();
    if (!config.sandbox) return { ok: false, code: 'not_found' };
    if (!state) return { ok: false, code: 'workspace_not_found' };
    store.writeClockOffset(store.readClockOffset() + advanceMs);
    await alarms.rearm();
    return { ok: true, value: viewOf(state, clock.now()) };
  }

  /** The live status: the Worker has said already who may listen. */
  override async fetch(request: Request): Promise<Response> {
    if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket')
      return new Response(null, { status: 426 });
    const state = this.#context.store.readState();
    return this.#context.live.accept(state && viewOf(state, this.#context.clock.now()));
  }

  override async alarm(): Promise<void> {
    await this.#context.alarms.fire(async (schedule) => {
      if (schedule === 'look') await this.#instance.look();
      if (schedule === 'trial-end') await this.#instance.handle({ kind: 'trial-ended' });
    });
  }

  /** Whoever watches only listens. */
  override async webSocketMessage(): Promise<void> {}

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    // 1005 and 1006 are said by the platform and may not be sent back.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }
}
