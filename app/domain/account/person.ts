import type { Role } from '#app/domain/access/roles.ts';

/** A person as the API tells of them; `role` is theirs in the account they sign in to. */
export interface Person {
  id: string;
  username: string;
  name: string;
  email: string;
  /** UTC ms; null until then. */
  confirmedAt: number | null;
  role: Role;
}
