import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readJsonDirectory } from '#sandbox/storage/json-directory.ts';
import { writeJsonFile } from '#sandbox/storage/json-file.ts';
import { bareAddress, type EmailRequest, type StoredMail, storedMail } from './message.ts';

// Resend forgets an idempotency key after a day; this catches a product that relies on a longer time.
const idempotencyWindowMs = 24 * 60 * 60 * 1000;

export type SendOutcome = { kind: 'sent'; id: string } | { kind: 'reused-key' };

const list = (recipients: string | string[] | undefined) =>
  recipients === undefined ? [] : [recipients].flat();

/** All sent mails, one file each. The idempotency key is in the mail's own file, so the two cannot disagree. */
export class MailStore {
  readonly #directory: string;
  readonly #mails: StoredMail[];
  readonly #byKey = new Map<string, StoredMail>();

  constructor(directory: string) {
    this.#directory = directory;
    this.#mails = readJsonDirectory(directory)
      .map((document) => storedMail.parse(document))
      .sort((a, b) => a.sentAt - b.sentAt);
    for (const mail of this.#mails) this.#remember(mail);
  }

  /** Stores a mail, or finds the stored mail with the same key and payload. `now` is UTC milliseconds. */
  send(email: EmailRequest, key: string | undefined, now: number): SendOutcome {
    const payloadHash = createHash('sha256').update(JSON.stringify(email)).digest('hex');
    const earlier = key === undefined ? undefined : this.#byKey.get(key);
    if (earlier?.idempotency && now - earlier.sentAt < idempotencyWindowMs) {
      if (earlier.idempotency.payloadHash !== payloadHash) return { kind: 'reused-key' };
      return { kind: 'sent', id: earlier.id };
    }
    // Strictly increasing, so that "newest first" means the same after a restart.
    const sentAt = Math.max(now, (this.#mails.at(-1)?.sentAt ?? 0) + 1);
    const mail: StoredMail = {
      id: randomUUID(),
      from: email.from,
      to: [...list(email.to), ...list(email.cc), ...list(email.bcc)],
      replyTo: list(email.reply_to),
      subject: email.subject,
      html: email.html ?? '',
      text: email.text ?? '',
      sentAt,
      ...(key === undefined ? {} : { idempotency: { key, payloadHash } }),
    };
    writeJsonFile(join(this.#directory, `${mail.id}.json`), mail);
    this.#mails.push(mail);
    this.#remember(mail);
    return { kind: 'sent', id: mail.id };
  }

  get(id: string): StoredMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  /** Newest first; with `recipient`, only mails to that address, ignoring case. */
  list(recipient?: string): StoredMail[] {
    const newestFirst = this.#mails.toReversed();
    if (recipient === undefined) return newestFirst;
    const wanted = bareAddress(recipient);
    return newestFirst.filter((mail) => mail.to.some((to) => bareAddress(to) === wanted));
  }

  #remember(mail: StoredMail): void {
    if (mail.idempotency) this.#byKey.set(mail.idempotency.key, mail);
  }
}
