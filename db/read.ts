import { QueryPromise, type SQL } from 'drizzle-orm';
import type { Viewer } from '#app/domain/access/viewer.ts';
import {
  listStatements,
  type NamedResults,
  type NamedStatements,
  nameResults,
  type Statement,
} from './batch.ts';
import type { Db } from './database.ts';

/** An id, or the statement that finds it if its row is read in the same batch. */
export type IdOrQuery = string | SQL;

/** The ids whose rows a page reads. */
export interface ViewerIds {
  userId: IdOrQuery;
  accountId: IdOrQuery;
  /** The hash of the session's token, if its row is read in the same batch. */
  tokenHash?: string;
}

/** @returns the ids of a viewer who was already read. */
export function idsOf({ user, account }: Viewer): ViewerIds {
  return { userId: user.id, accountId: account.id };
}

/**
 * Statements that change nothing, and the answer computed from their rows. Like drizzle's own queries, it runs in one round
 * trip when awaited. Until then, another batch can include it (`Companion`).
 */
export class Read<Answer> extends QueryPromise<Answer> {
  readonly statements: readonly Statement[];
  readonly answerOf: (results: readonly unknown[]) => Answer;
  readonly #db: Db;

  constructor(db: Db, statements: readonly Statement[], answerOf: (results: readonly unknown[]) => Answer) {
    super();
    this.#db = db;
    this.statements = statements;
    this.answerOf = answerOf;
  }

  override async execute(): Promise<Answer> {
    const { results } = await this.#db.batch({ results: this.statements });
    return this.answerOf(results);
  }
}

/** @param answerOf takes each statement's rows by its name. */
export function read<const Statements extends NamedStatements, Answer>(
  db: Db,
  statements: Statements,
  answerOf: (results: NamedResults<Statements>) => Answer,
): Read<Answer> {
  return new Read(db, listStatements(statements), (results) => answerOf(nameResults(statements, results)));
}

/** A read that joins the viewer's, in its round trip and transaction. `receive` gets the results. */
export type Companion = (ids: ViewerIds) => {
  statements: readonly Statement[];
  receive(results: readonly unknown[]): void;
};

/**
 * @returns the companion for the viewer's read, and the function that gives its answer: from that round trip, or from a
 *   separate one if the viewer was already read.
 */
export function besideViewer<Answer>(readOf: (ids: ViewerIds) => Read<Answer>): {
  companion: Companion;
  answerFor(viewer: Viewer): Promise<Answer>;
} {
  let found: { answer: Answer } | undefined;
  return {
    companion(ids) {
      const { statements, answerOf } = readOf(ids);
      const receive = (results: readonly unknown[]) => {
        found = { answer: answerOf(results) };
      };
      return { statements, receive };
    },
    answerFor: async (viewer) => (found ? found.answer : await readOf(idsOf(viewer))),
  };
}
