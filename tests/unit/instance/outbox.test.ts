import { expect, test } from 'vitest';
import { audienceOf, summaryOf } from '#app/domain/instance/outbox.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { START } from './facts.ts';
import { onlineWorld } from './world.ts';

test('the summary has the status and the revision of the facts', () => {
  const world = onlineWorld();
  world.sendFacts({ ownerEmail: 'new@example.com' });
  expect(summaryOf(world.state)).toEqual({
    status: 1,
    phase: 'online',
    version: '1.0.0',
    factsRevision: 2,
  });
});

test('the summary of a deleted workspace is Stopped', () => {
  const world = onlineWorld();
  world.passTo(START + 18 * DAY_MS);
  expect(summaryOf(world.state)).toMatchObject({ status: 3, phase: 'deleted' });
});

test.each([
  'trial_reminder',
  'trial_ended',
  'deletion_warning',
  'workspace_deleted',
  'usage_warning',
] as const)('%s goes to people with billing:manage or workspace:configure', (template) => {
  expect(audienceOf(template)).toEqual(['billing:manage', 'workspace:configure']);
});

test.each([
  'version_stale',
  'version_updated',
  'update_went_back',
  'update_rehearsed',
  'webhooks_waiting',
] as const)('%s goes to owners and operators', (template) => {
  expect(audienceOf(template)).toEqual(['workspace:configure']);
});
