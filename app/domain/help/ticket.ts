/** A ticket as its writer sees it again. */
export interface Ticket {
  id: string;
  subject: string;
  /** UTC ms. */
  createdAt: number;
  /** `isKept` is false when the file could not be stored: the ticket went without it. */
  attachment: { name: string; bytes: number; isKept: boolean } | null;
}

const ID = /^tkt_([0-9a-z]{4})([0-9a-z]{4})([0-9a-z]{4})$/;

/** @returns what people call a ticket by, such as `7F3K-9QZD-1ABC`; an id of another form stays as it is. */
export function referenceOf(id: string): string {
  return ID.exec(id)?.slice(1).join('-').toUpperCase() ?? id;
}
