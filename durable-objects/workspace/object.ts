import type { BackupList } from '#app/domain/backup/backup.ts';
import { finalBackupId } from '#app/domain/backup/keys.ts';
import type { RestoreOutcome, RestorePreview } from '#app/domain/backup/restore.ts';
import type { PaymentOutcome } from '#app/domain/billing/payment.ts';
import { withoutChange } from '#app/domain/instance/person-changes.ts';
import type { InstanceFacts, InstanceState } from '#app/domain/instance/state.ts';
import type { InstanceView, Usage } from '#app/domain/instance/view.ts';
import { SECOND_MS, systemClock } from '#app/domain/time/clock.ts';
import type { ExecutionPage } from '#app/domain/usage/executions.ts';
import type { UsageReport } from '#app/domain/usage/report.ts';
import { tryOrNull } from '#app/use-cases/try-or-null.ts';
import type { HoldAnswer, HoldRequest } from '#app/use-cases/workspace/held-rpc.ts';
import type { RpcResult, WorkspaceRpc } from '#app/use-cases/workspace/rpc.ts';
import type {
  ExecutionsRequest,
  OpenLinkRequest,
  PersonRoleRequest,
  RestorePreviewRequest,
  RestoreRequest,
  SignOutRequest,
  StoredArchive,
  UsageReportRequest,
} from '#app/use-cases/workspace/rpc-requests.ts';
import { advanceClock, RUN_AT_END } from './advance-clock.ts';
import type { WorkspaceEnv } from './context.ts';
import { credentialBackups } from './credential-backups.ts';
import { whileEnabled, whileOnline } from './guards.ts';
import { currentView, overviewOf, resultOf } from './instance-answers.ts';
import { InstanceObject } from './instance-object.ts';
import { callProcess, openLink } from './member-sessions.ts';
import { notedChanges } from './noted-changes.ts';
import { resealWorkspaceKeys } from './reseal-keys.ts';
import { workspaceRestores } from './restore.ts';
import { usageReports } from './usage-reports.ts';

const REPORT_INTERVAL_MS = 2 * SECOND_MS;

/** The object of one workspace, keyed by its id: a shell around `domain/instance` (design §2, §3). */
export class WorkspaceObject extends InstanceObject implements WorkspaceRpc {
  readonly #startWithCredentials: ReturnType<typeof credentialBackups>;
  readonly #restores: ReturnType<typeof workspaceRestores>;
  #reported: { at: number; probe: Promise<unknown> } | undefined;

  constructor(ctx: DurableObjectState, env: WorkspaceEnv) {
    super(ctx, env);
    const { ports } = this.context;
    this.#startWithCredentials = credentialBackups(ports, this.backups);
    this.#restores = workspaceRestores(ports, this.backups);
  }

  receiveFacts(facts: InstanceFacts, changedAt?: number): Promise<RpcResult<InstanceView>> {
    return resultOf(this.context.ports.clock, this.instance.receiveFacts(facts, changedAt));
  }

  override hold(request: HoldRequest): Promise<HoldAnswer> {
    if (request.signal === 'execution-limit') this.ctx.waitUntil(this.instance.onLimitReached());
    return super.hold(request);
  }

  async overview(accountId: string) {
    const state = this.stateOf(accountId);
    if (!state) return null;
    // Live connections and the next page get the new reading.
    this.ctx.waitUntil(this.instance.readUsage());
    return overviewOf(this.context.ports, state);
  }

  usageReport(request: UsageReportRequest): Promise<UsageReport | null> {
    // The report reads the process, so the warnings and the paid executions beside it must soon have the same figure.
    if (this.stateOf(request.accountId)) this.ctx.waitUntil(this.instance.readUsage());
    return usageReports(this.context.ports).report(request);
  }

  executions(request: ExecutionsRequest): Promise<RpcResult<ExecutionPage>> {
    return usageReports(this.context.ports).executions(request);
  }

  openLink(request: OpenLinkRequest): Promise<RpcResult<{ url: string }>> {
    return openLink(this.context, request);
  }

  async limits(): Promise<RpcResult<Usage>> {
    const state = this.context.ports.store.readState();
    // A stopped workspace gets an answer too, since its last process may still run.
    if (!state || state.phase.kind === 'deleted') return { ok: false, code: 'forbidden' };
    return state.usage ? { ok: true, value: state.usage } : { ok: false, code: 'no_usage_yet' };
  }

  signOut(request: SignOutRequest): Promise<RpcResult<null>> {
    return this.#change(request);
  }

  setPerson(request: PersonRoleRequest): Promise<RpcResult<null>> {
    return this.#change(request);
  }

  /**
   * Stores a change before the call, for the next start of a process that misses it. Only an Online process is called: a
   * repeated message would end newer sessions. A change is done if it or a newer one was stored, and is no longer due.
   */
  async #change(request: SignOutRequest | PersonRoleRequest): Promise<RpcResult<null>> {
    const { accountId, email } = request;
    const isRole = 'role' in request;
    const at = request.at ?? systemClock.now();
    const change = isRole ? { email, role: request.role, roleAt: at } : { email };
    const noted = notedChanges(this.ctx.storage, isRole ? 'roles' : 'sign-outs');
    const isKnown = noted.has(email, at);
    if (this.stateOf(accountId) && !isKnown)
      await this.instance.handle({ kind: 'person-changed', ...change });
    const state = this.stateOf(accountId);
    const isDue = state !== null && withoutChange(state.due, change) !== state.due;
    if (isDue) noted.add(email, at);
    if (state && (isDue ? state.phase.kind !== 'online' : isKnown)) return { ok: true, value: null };
    const { process } = this.context.ports;
    const result = await callProcess(this.context, accountId, (facts) =>
      isRole ? process.setPerson(facts, { ...request, at }) : process.signOut(facts, email),
    );
    if (result.ok && state)
      await this.instance.handle({ kind: 'person-delivered', generation: state.generation, ...change });
    return result;
  }

  async closeLive(listener: string): Promise<void> {
    this.context.live.close(listener);
  }

  async announcePayment(outcome: PaymentOutcome): Promise<void> {
    this.context.live.announce({ kind: 'payment', outcome });
  }

  async listBackups(accountId: string): Promise<BackupList | null> {
    const state = this.stateOf(accountId);
    return state && this.backups.list(state);
  }

  startBackup(accountId: string, canHaveCredentials: boolean): Promise<RpcResult<{ id: string }>> {
    return this.#operate(accountId, async (state) => {
      // Its id would be of an archive that the person may not open.
      if (!canHaveCredentials && this.backups.isRunningWithCredentials())
        return { ok: false, code: 'backup_under_way' };
      const { id } = this.backups.start(state, 'manual');
      return { ok: true, value: { id } };
    });
  }

  startBackupWithCredentials(request: {
    accountId: string;
    passphrase: string;
  }): Promise<RpcResult<{ id: string }>> {
    const { accountId, passphrase } = request;
    return this.#operate(accountId, (state) => this.#startWithCredentials(state, passphrase));
  }

  async findBackup(request: { accountId: string; backupId: string }): Promise<RpcResult<StoredArchive>> {
    const state = this.stateOf(request.accountId);
    if (!state) return { ok: false, code: 'workspace_not_found' };
    const value = this.backups.archive(state, request.backupId);
    return value ? { ok: true, value } : { ok: false, code: 'backup_not_found' };
  }

  expectUpload(accountId: string): Promise<RpcResult<null>> {
    return this.#operate(accountId, async () => {
      this.backups.expectUpload();
      await this.context.alarms.rearm();
      return { ok: true, value: null };
    });
  }

  previewRestore({ accountId, source }: RestorePreviewRequest): Promise<RpcResult<RestorePreview>> {
    return this.#restores.preview(accountId, source);
  }

  restore(request: RestoreRequest): Promise<RpcResult<RestoreOutcome>> {
    const { accountId, source, ...chosen } = request;
    return whileEnabled(this.context, () => this.#restores.restore(accountId, source, chosen));
  }

  async findFinalBackup(incarnation: number): Promise<RpcResult<StoredArchive>> {
    const state = this.context.ports.store.readState();
    const value = state && this.backups.archive(state, finalBackupId(incarnation));
    return value ? { ok: true, value } : { ok: false, code: 'backup_not_found' };
  }

  /** Probes now if the workspace is Online; in other phases a probe is due soon anyway. */
  async reportUnreachable(): Promise<InstanceView | null> {
    if (this.context.ports.store.readState()?.phase.kind === 'online') await this.#probeOnce();
    return currentView(this.context.ports);
  }

  /** A busy gateway reports with each request: simultaneous reports share one probe. */
  #probeOnce(): Promise<unknown> {
    const now = systemClock.now();
    const isRecent = this.#reported && Math.abs(now - this.#reported.at) < REPORT_INTERVAL_MS;
    if (!this.#reported || !isRecent)
      this.#reported = { at: now, probe: tryOrNull(this.context.ports, () => this.instance.probe()) };
    return this.#reported.probe;
  }

  resealKeys(request: { restart: boolean }) {
    return resealWorkspaceKeys(this.context, this.instance, request);
  }

  async advanceClock(advanceMs: number): Promise<RpcResult<InstanceView>> {
    return advanceClock(this.context, this.instance, {
      advanceMs,
      onDueDate: () => this.fire(RUN_AT_END),
    });
  }

  /** The live status; the Worker has already checked the listener's permission. */
  override async fetch(request: Request): Promise<Response> {
    if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket')
      return new Response(null, { status: 426 });
    const response = this.context.live.accept(request, currentView(this.context.ports));
    this.ctx.waitUntil(this.instance.followUsage());
    return response;
  }

  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    this.context.alarms.onAlarm(info?.scheduledTime);
    await this.fire();
  }

  /** Clients send nothing but pings, which the platform answers. */
  override async webSocketMessage(): Promise<void> {}

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    // 1005 and 1006 come from the platform and must not be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }

  /** Acts on an Online workspace unless operations are disabled. */
  #operate<T>(
    accountId: string,
    act: (state: InstanceState) => Promise<RpcResult<T>>,
  ): Promise<RpcResult<T>> {
    return whileEnabled(this.context, () => whileOnline(this.context.ports, accountId, act));
  }
}
