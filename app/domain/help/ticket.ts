/** A ticket in its author's list. */
export interface Ticket {
  id: string;
  subject: string;
  /** UTC ms. */
  createdAt: number;
  /** `isKept` is false when the file could not be stored: the ticket was sent without it. */
  attachment: { name: string; bytes: number; isKept: boolean } | null;
}

const ID = /^tkt_([0-9a-z]{4})([0-9a-z]{4})([0-9a-z]{4})$/;

/** @returns the readable reference of a ticket, such as `7F3K-9QZD-1ABC`; an id of another form is returned unchanged. */
export function referenceOf(id: string): string {
  return ID.exec(id)?.slice(1).join('-').toUpperCase() ?? id;
}
