import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReceivedEvent } from '#app/domain/billing/provider-port.ts';
import { systemClock } from '#app/domain/time/clock.ts';
import { parsePaddleEvent } from '#app/integrations/paddle/event.ts';
import { type DeliverOutboxPorts, deliverOutbox } from '#app/use-cases/outbox/deliver-outbox.ts';
import { isStatementRefused, openDatabase } from '#db/client.ts';
import { billingStore } from '#db/queries/billing.ts';
import { outboxStore } from '#db/queries/outbox.ts';
import { workspaceStore } from '#db/queries/workspaces.ts';
import { startDatabase } from '#scripts/local/database.ts';
import { freePorts } from '#scripts/local/ports.ts';
import { createDeliverers } from '#workers/deliver-within-limit.ts';
import { createGroupCommit } from '#workers/group-commit.ts';
import { type Figure, round, type Section, valueFigure } from '../report/section.ts';
import { makeBurst } from './webhooks.ts';

const SENDERS = 64;
const ROUND_MS = 4_000;
const ROUNDS = 2;
const ISOLATES = [1, 4, 16];

interface Variant {
  isGrouped: boolean;
  isDeliverySerial: boolean;
}

const variants: Record<string, Variant> = {
  'as the product does it': { isGrouped: true, isDeliverySerial: true },
  'each webhook written alone': { isGrouped: false, isDeliverySerial: true },
  'each webhook delivers': { isGrouped: true, isDeliverySerial: false },
  neither: { isGrouped: false, isDeliverySerial: false },
};

/**
 * Measures the benefit of writing webhooks in groups and delivering in turn: both are bounds of one isolate, so this
 * spreads the same burst over several. Each round has all variants, so that their ratios hold whatever else the machine
 * does.
 */
export async function benchWriters(): Promise<Section> {
  const directory = mkdtempSync(join(tmpdir(), 'weft-writers-'));
  const ports = await freePorts();
  const service = await startDatabase(directory, ports.database);
  const url = `http://127.0.0.1:${ports.database}`;
  const figures: Figure[] = [];
  try {
    for (const isolates of ISOLATES) {
      const rates: Record<string, number[]> = {};
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [name, variant] of Object.entries(variants)) {
          const rate = await sendFor(ROUND_MS, url, variant, isolates);
          rates[name] = [...(rates[name] ?? []), rate];
        }
      }
      const mean = (name: string) => (rates[name] ?? []).reduce((sum, rate) => sum + rate, 0) / ROUNDS;
      const ours = mean('as the product does it');
      for (const name of Object.keys(variants).filter((each) => each !== 'as the product does it')) {
        const figure = valueFigure(isolates === 1 ? '1 isolate' : `${isolates} isolates`, ours, {
          unit: 'webhooks/s',
          baseline: `${round(mean(name))} (${name})`,
        });
        figures.push({ ...figure, ratio: ours / mean(name) });
      }
    }
    return {
      title: 'Writing webhooks in groups',
      text: 'The effect of group commit and sequential delivery: both work per isolate, so the same burst is also spread over several. Node, alternating.',
      figures,
    };
  } finally {
    await service.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @returns webhooks a second. */
async function sendFor(durationMs: number, url: string, variant: Variant, count: number): Promise<number> {
  const isolates = Array.from({ length: count }, () => isolate(url, variant));
  const { webhooks } = await makeBurst(url, 100, 20_000);
  let received = 0;
  const deliveries: Array<Promise<void>> = [];
  const end = performance.now() + durationMs;
  let sent = 0;
  const send = async (sender: number) => {
    const receive = isolates[sender % count];
    while (performance.now() < end) {
      const webhook = webhooks[sent % webhooks.length];
      if (!webhook || !receive) throw new Error('There is nothing to send.');
      sent += 1;
      deliveries.push((await receive(webhook.body)).deliver());
      received += 1;
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)));
  await Promise.all(deliveries);
  return received / (durationMs / 1_000);
}

/** The Worker's code for receiving a webhook, with the state that one isolate's requests share. */
function isolate(url: string, { isGrouped, isDeliverySerial }: Variant) {
  const commit = createGroupCommit<ReceivedEvent>({ clock: systemClock, isItsFault: isStatementRefused });
  const deliverWithinLimit = createDeliverers(systemClock);
  const open = () => openDatabase({ url, token: undefined });
  const deliverDue = async () => {
    const db = open();
    const ports: Partial<DeliverOutboxPorts> = {
      clock: systemClock,
      outbox: outboxStore(db),
      // The burst's accounts are unconfirmed: their workspaces have no facts to send.
      workspaces: workspaceStore(db),
      mailer: { send: async () => {} },
    };
    await deliverOutbox(ports as DeliverOutboxPorts);
  };
  return async (rawBody: string) => {
    const write = async (events: readonly ReceivedEvent[]) => {
      await billingStore(open()).receive(events, systemClock.now());
    };
    const received = { event: parsePaddleEvent(rawBody), rawBody };
    await (isGrouped ? commit(received, write) : write([received]));
    return { deliver: () => (isDeliverySerial ? deliverWithinLimit(deliverDue, 1) : deliverDue()) };
  };
}
