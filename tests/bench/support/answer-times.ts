import type { SentWebhook } from '#tests/support/counting-sender.ts';

/** @returns the answer times of the webhooks with this outcome, as median and 99th percentile. */
export function answerTimes(sent: readonly SentWebhook[], outcome: SentWebhook['outcome']): string {
  const sorted = sent
    .filter((webhook) => webhook.outcome === outcome)
    .map(({ tookMs }) => tookMs)
    .sort((a, b) => a - b);
  const quantile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return `${outcome}: ${sorted.length}, p50 ${quantile(0.5).toFixed(1)} ms, p99 ${quantile(0.99).toFixed(1)} ms`;
}

/** A Worker that starts takes connections before it can answer. */
const STARTING_MS = 600;

/** @returns the webhooks but for those within 0.6 s of one that no Worker answered. */
export function outsideStarts(sent: readonly SentWebhook[]): SentWebhook[] {
  const outages = sent.filter(({ outcome }) => outcome === 'unanswered').map(({ answeredAt }) => answeredAt);
  return sent.filter(({ answeredAt }) => !outages.some((at) => Math.abs(answeredAt - at) < STARTING_MS));
}

/** @returns a function that returns the answer times of the webhooks held since its last call. */
export function heldTimesInTurn(): (sent: readonly SentWebhook[]) => string {
  let reported = 0;
  return (sent) => {
    const times = answerTimes(sent.slice(reported), 'held');
    reported = sent.length;
    return `since the last line ${times}`;
  };
}

export function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

/** @returns the number of answers by status and code. */
export function byReason(sent: readonly SentWebhook[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of sent) {
    const reason = [status ?? 'none', code].filter(Boolean).join(' ');
    counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
}
