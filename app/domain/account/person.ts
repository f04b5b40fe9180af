import type { Role } from '#app/domain/access/roles.ts';

/** A person in API answers; `role` is their role in the account they sign in to. */
export interface Person {
  id: string;
  username: string;
  name: string;
  email: string;
  /** UTC ms; null before. */
  confirmedAt: number | null;
  role: Role;
}
