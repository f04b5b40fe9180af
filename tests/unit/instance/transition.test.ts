import { expectTypeOf, test } from 'vitest';
import { type Event, refuse, type Transition } from '#app/domain/instance/machine/transition.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';

test('the compiler accepts a refusal only of a command', () => {
  const refusal = expectTypeOf(refuse('workspace_stopped'));
  refusal.toExtend<Transition<InstanceState, Event<'restart-requested'>>>();
  refusal.not.toExtend<Transition<InstanceState, Event<'usage-read'>>>();
});
