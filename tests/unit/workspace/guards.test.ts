import { expect, test } from 'vitest';
import { createInstance } from '#app/domain/instance/machine/facts.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { whileEnabled, whileOnline } from '#durable-objects/workspace/guards.ts';
import { facts, START } from '../instance/facts.ts';

const { state } = createInstance(facts(), '2.40.7', START);
const { accountId } = state.facts;
const done = { ok: true, value: 'done' } as const;

function callWhileOnline(stored: InstanceState | null, account = accountId) {
  const store = { readState: () => stored };
  return whileOnline({ store }, account, async () => done);
}

test('acts only on an Online workspace of the account', async () => {
  const online: InstanceState = { ...state, phase: { kind: 'online' } };
  expect(await callWhileOnline(online)).toEqual(done);
  expect(await callWhileOnline({ ...state, phase: { kind: 'offline' } })).toEqual({
    ok: false,
    code: 'workspace_not_online',
  });
  const notFound = { ok: false, code: 'workspace_not_found' };
  expect(await callWhileOnline(null)).toEqual(notFound);
  expect(await callWhileOnline(online, 'acc_other')).toEqual(notFound);
  expect(
    await callWhileOnline({ ...state, phase: { kind: 'deleted', reason: 'trial_ended', at: START } }),
  ).toEqual(notFound);
});

test('refuses operations while they are disabled', async () => {
  const act = async () => done;
  expect(await whileEnabled({ areOperationsDisabled: false }, act)).toEqual(done);
  const refused = { ok: false, code: 'operations_disabled' };
  expect(await whileEnabled({ areOperationsDisabled: true }, () => Promise.reject(new Error()))).toEqual(
    refused,
  );
});
