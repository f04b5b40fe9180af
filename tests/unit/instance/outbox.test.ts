import { expect, test } from 'vitest';
import { audienceOf, summaryOf } from '#app/domain/instance/outbox.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { START } from './facts.ts';
import { onlineWorld } from './world.ts';

test('the database learns how it is, and which telling it follows', () => {
  const world = onlineWorld();
  world.tell({ ownerEmail: 'new@example.com' });
  expect(summaryOf(world.state)).toEqual({
    status: 1,
    since: START,
    phase: 'online',
    version: '1.0.0',
    deletionAt: START + 17 * DAY_MS,
    factsRevision: 2,
  });
});

test('of what is deleted there is no deletion to come', () => {
  const world = onlineWorld();
  world.passTo(START + 18 * DAY_MS);
  expect(summaryOf(world.state)).toMatchObject({ status: 3, phase: 'deleted', deletionAt: null });
});

test.each(['trial_reminder', 'trial_ended', 'deletion_warning', 'workspace_deleted'] as const)(
  '%s goes to whoever can pay, and to the operators',
  (template) => {
    expect(audienceOf(template)).toEqual(['billing:manage', 'workspace:configure']);
  },
);

test.each(['usage_warning', 'version_stale', 'version_updated'] as const)(
  '%s goes to owners and operators',
  (template) => {
    expect(audienceOf(template)).toEqual(['workspace:configure']);
  },
);
