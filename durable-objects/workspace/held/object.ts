import { DurableObject } from 'cloudflare:workers';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { HeldDetail, HeldList, HeldSettings } from '#app/domain/held-webhooks/held-request.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import type {
  HeldChoice,
  HeldFilter,
  HeldSelection,
  HoldAnswer,
  HoldRequest,
  LearntAnswer,
} from '#app/use-cases/workspace/held-rpc.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';
import { composeWorkspace, type WorkspaceContext, type WorkspaceEnv } from '../context.ts';
import { whileEnabled } from '../guards.ts';
import { heldWebhooks } from './held-webhooks.ts';

/** The part of a workspace's object that holds webhooks. */
export abstract class HeldWebhooksObject extends DurableObject<WorkspaceEnv> {
  protected readonly context: WorkspaceContext;
  protected readonly held: ReturnType<typeof heldWebhooks>;

  constructor(ctx: DurableObjectState, env: WorkspaceEnv) {
    super(ctx, env);
    this.context = composeWorkspace(ctx, env);
    this.held = heldWebhooks(this.context.held);
  }

  abstract reportUnreachable(): Promise<InstanceView | null>;

  hold(request: HoldRequest): Promise<HoldAnswer> {
    return this.held.hold(request, () => this.reportUnreachable());
  }

  learnAnswers(answers: readonly LearntAnswer[]): Promise<void> {
    return this.held.learn(answers);
  }

  async listHeld(filter: HeldFilter): Promise<RpcResult<HeldList>> {
    return this.#ofAccount(filter, async (state) => ({ ok: true, value: this.held.list(state, filter) }));
  }

  async findHeld(request: { accountId: string; id: string }): Promise<RpcResult<HeldDetail>> {
    return this.#ofAccount(request, () => this.held.find(request.id), 'held_request_not_found');
  }

  async archiveHeld(request: { accountId: string }): Promise<RpcResult<ReadableStream<Uint8Array>>> {
    return this.#ofAccount(request, async () => ({ ok: true, value: this.held.archive() }));
  }

  async replayHeld(selection: HeldSelection): Promise<RpcResult<{ count: number }>> {
    return whileEnabled(this.context, () =>
      this.#ofAccount(selection, () => this.held.replay(selection), 'held_request_not_found'),
    );
  }

  async dropHeld(selection: HeldSelection): Promise<RpcResult<{ count: number }>> {
    return whileEnabled(this.context, () =>
      this.#ofAccount(selection, () => this.held.drop(selection), 'held_request_not_found'),
    );
  }

  async setHeldChoice(choice: HeldChoice): Promise<RpcResult<HeldSettings>> {
    return this.#ofAccount(choice, async ({ phase }) =>
      // A deleted workspace keeps no paths, and the next one starts with its own settings.
      phase.kind === 'removing' || phase.kind === 'deleted'
        ? { ok: false, code: 'workspace_not_found' }
        : this.held.choose(choice),
    );
  }

  async #ofAccount<T>(
    { accountId }: { accountId: string },
    act: (state: InstanceState) => Promise<RpcResult<T>>,
    code: ErrorCode = 'workspace_not_found',
  ): Promise<RpcResult<T>> {
    const state = this.stateOf(accountId);
    return state ? act(state) : { ok: false, code };
  }

  /** @returns null without an instance, and for another account's workspace. */
  protected stateOf(accountId: string): InstanceState | null {
    const state = this.context.ports.store.readState();
    return state?.facts.accountId === accountId ? state : null;
  }
}
