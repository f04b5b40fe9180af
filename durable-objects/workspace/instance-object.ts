import type { InstanceEvent } from '#app/domain/instance/machine/events.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { viewOf } from '#app/domain/instance/view-of.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';
import type {
  ConfigurationRequest,
  SavedSettings,
  UpdateState,
} from '#app/use-cases/workspace/rpc-requests.ts';
import { type WorkspaceBackups, workspaceBackups } from './backups.ts';
import type { WorkspaceEnv } from './context.ts';
import { whileEnabled } from './guards.ts';
import { HeldWebhooksObject } from './held/object.ts';
import { workspaceInstance } from './instance.ts';
import { resultOf } from './instance-answers.ts';
import type { ForcedUpdateRehearsals } from './ports.ts';
import { type WorkspaceRehearsals, workspaceRehearsals } from './rehearsals.ts';
import { saveSettings } from './save-settings.ts';
import type { WorkspaceSchedule } from './schedules.ts';

/** The part of a workspace's object that changes its process: settings, restarts and updates. */
export abstract class InstanceObject extends HeldWebhooksObject {
  protected readonly instance: ReturnType<typeof workspaceInstance>;
  protected readonly backups: WorkspaceBackups;
  protected readonly rehearsals: WorkspaceRehearsals;

  constructor(ctx: DurableObjectState, env: WorkspaceEnv) {
    super(ctx, env);
    const { ports } = this.context;
    this.backups = workspaceBackups(ports);
    const rehearse: ForcedUpdateRehearsals['rehearse'] = async ({ from, target, updateAt }) => {
      await this.rehearsals.handle({ kind: 'requested', from, target, updateAt });
    };
    this.instance = workspaceInstance({ ...ports, rehearse }, this.backups, (before, after) => {
      this.held.onInstanceChanged(before, after);
      this.rehearsals.onInstanceChanged(after);
    });
    const takeLastBackup = async (state: InstanceState) => (await this.backups.startFresh(state)).ended;
    this.rehearsals = workspaceRehearsals({ ...ports, ...this.context, takeLastBackup }, this.instance);
    // The platform drops an alarm whose object fails to start, for example after a bad deployment. The next call that wakes
    // the object restores the alarm from its schedules.
    void ctx.blockConcurrencyWhile(() => this.context.alarms.ensureArmed());
  }

  async view(accountId: string): Promise<InstanceView | null> {
    const state = this.stateOf(accountId);
    return state && viewOf(state, this.context.ports.clock.now());
  }

  saveSettings(request: ConfigurationRequest): Promise<RpcResult<SavedSettings>> {
    const { context, instance, rehearsals } = this;
    return whileEnabled(context, () => saveSettings(context, instance, rehearsals, request));
  }

  async readUpdate(accountId: string): Promise<UpdateState | null> {
    const instance = await this.view(accountId);
    return instance && { instance, rehearsal: this.rehearsals.read() };
  }

  restart(accountId: string): Promise<RpcResult<InstanceView>> {
    return whileEnabled(this.context, () => this.#handle({ kind: 'restart-requested', accountId }));
  }

  goBack(accountId: string): Promise<RpcResult<InstanceView>> {
    return whileEnabled(this.context, async () => {
      // Executions after this reading are discarded with the data, uncounted.
      if (this.stateOf(accountId)) await this.instance.readUsage();
      return this.#handle({ kind: 'going-back-requested', accountId });
    });
  }

  async reconcile(): Promise<boolean> {
    await this.rehearsals.removeLeftOver().catch(this.context.ports.reportError);
    return (await this.instance.handle({ kind: 'reconciled' })) !== null;
  }

  #handle(event: InstanceEvent): Promise<RpcResult<InstanceView>> {
    return resultOf(this.context.ports.clock, this.instance.handle(event));
  }

  /** Runs due schedules. @param except schedules that stay due. */
  protected fire(except: readonly WorkspaceSchedule[] = []): Promise<void> {
    return this.context.alarms.fire(async (schedule) => {
      switch (schedule) {
        case 'rehearsal':
          return this.rehearsals.wake();
        case 'replay':
        case 'held-expiry':
        case 'held-mail':
          return this.held.wake(schedule);
        default:
          return this.instance.wake(schedule);
      }
    }, except);
  }
}
