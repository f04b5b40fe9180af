import type { InstanceView } from '#app/domain/instance/view.ts';
import type { HoldAnswer, HoldRequest, LearntAnswer } from '#app/use-cases/workspace/held-rpc.ts';
import { heldCalls } from './calls.ts';
import type { HeldPorts } from './ports.ts';

/** The held webhooks of one workspace. */
export function heldWebhooks(ports: HeldPorts) {
  const { paths, clock } = ports;
  const calls = heldCalls(ports, async () => {});
  return {
    ...calls,

    async hold(
      _request: HoldRequest,
      reportUnreachable: () => Promise<InstanceView | null>,
    ): Promise<HoldAnswer> {
      return { kind: 'state', view: await reportUnreachable() };
    },

    async learn(answers: readonly LearntAnswer[]): Promise<void> {
      for (const { path, matters } of answers) {
        if (paths.of(path).answerMatters !== matters) paths.learn(path, matters, clock.now());
      }
    },
  };
}
