import { setTimeout as pause } from 'node:timers/promises';
import type { PortalClient } from '../../support/portal-client.ts';
import { advanceClock, type InstanceAnswer, untilStatus } from '../../support/set-up.ts';

/** A minute of the workspace passes in ten seconds: a slow machine starts a workspace within the product's shortest limit. */
const PAUSE_MS = 800;

/**
 * Moves a workspace's clock by five seconds, again and again, while `act` waits for something that the workspace's object
 * does at its next probe of the cluster or its next step of a rehearsal.
 *
 * @returns the result of `act`.
 */
export async function hurry<Result>(
  client: PortalClient,
  workspace: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const done = Promise.withResolvers<true>();
  const [result] = await Promise.all([
    act().finally(() => done.resolve(true)),
    moveClock(client, workspace, done.promise),
  ]);
  return result;
}

async function moveClock(client: PortalClient, workspace: string, done: Promise<true>): Promise<void> {
  for (;;) {
    const isDone = await Promise.race([pause(PAUSE_MS, false), done]);
    if (isDone) return;
    await advanceClock(client, workspace, 'PT5S');
  }
}

/** Waits until the workspace has a status, as `untilStatus` does, and moves its clock meanwhile. */
export function hurryToStatus(
  client: PortalClient,
  workspace: string,
  status: number,
): Promise<InstanceAnswer> {
  return hurry(client, workspace, () => untilStatus(client, status));
}
