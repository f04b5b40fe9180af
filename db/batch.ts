import type { BatchItem } from 'drizzle-orm/batch';

export type Statement = BatchItem<'sqlite'>;

/** Statements by name, in the order in which they run. A list runs one after another; its results are a list too. */
export type NamedStatements = Readonly<Record<string, Statement | readonly Statement[]>>;

type ResultOf<One> = One extends Statement ? One['_']['result'] : never;

type ListResults<List extends readonly unknown[]> = {
  -readonly [Index in keyof List]: ResultOf<List[Index]>;
};

/** What each statement of a batch returned, under its name. */
export type NamedResults<Statements> = {
  [Name in keyof Statements]: Statements[Name] extends readonly unknown[]
    ? ListResults<Statements[Name]>
    : ResultOf<Statements[Name]>;
};

/**
 * Runs statements as one transaction in one round trip. An empty batch costs nothing.
 * @returns each statement's rows under its name, whatever the order of the statements.
 */
export type NamedBatch = <const Statements extends NamedStatements>(
  statements: Statements,
) => Promise<NamedResults<Statements>>;

/** @param run sends statements, at least one, and returns their results in the same order. */
export function createNamedBatch(
  run: (statements: [Statement, ...Statement[]]) => Promise<readonly unknown[]>,
): NamedBatch {
  return async <const Statements extends NamedStatements>(statements: Statements) => {
    const [first, ...rest] = listStatements(statements);
    return nameResults(statements, first ? await run([first, ...rest]) : []);
  };
}

/** @returns the statements in the order in which they run. */
export function listStatements(statements: NamedStatements): Statement[] {
  return Object.values<Statement | readonly Statement[]>(statements).flat();
}

/** @param results of `listStatements`, in its order. @returns them by name. */
export function nameResults<const Statements extends NamedStatements>(
  statements: Statements,
  results: readonly unknown[],
): NamedResults<Statements> {
  const left = [...results];
  const named = Object.entries(statements).map(([name, one]): [string, unknown] =>
    Array.isArray(one) ? [name, left.splice(0, one.length)] : [name, left.shift()],
  );
  // Built from the same names, in the order of sending.
  return Object.fromEntries(named) as NamedResults<Statements>;
}
