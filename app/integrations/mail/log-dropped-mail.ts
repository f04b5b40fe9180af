import type { LogDroppedMail } from '#app/use-cases/outbox/ports.ts';

/** Keeps each mail over its inbox's limit as one line of JSON in the Worker's log. Names the inbox by its hash alone. */
export const logDroppedMail: LogDroppedMail = ({ id, template, limitKey }) => {
  console.info(JSON.stringify({ level: 'refusal', event: 'mail_dropped', id, template, limitKey }));
};
