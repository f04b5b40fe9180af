type Json = Record<string, unknown>;

/** Undoes an object's migrations from the sixth on, which leaves the rows of a deployment before state versions. */
export function undoStateVersion({ sql }: DurableObjectStorage): void {
  sql.exec(`
    ALTER TABLE keys RENAME COLUMN generation TO wish;
    ALTER TABLE final_links RENAME COLUMN incarnation TO life;
    ALTER TABLE last_summary RENAME TO told;
    CREATE TABLE news (id TEXT PRIMARY KEY, payload TEXT NOT NULL) WITHOUT ROWID;
    INSERT INTO news (id, payload) SELECT id, payload FROM outbox;
    DROP TABLE outbox;
    UPDATE schedules SET name = 'look' WHERE name = 'probe';
    UPDATE schedules SET name = 'tell' WHERE name = 'send-outbox';
    DROP TABLE rehearsal;
    CREATE TABLE schedules_of_rows (name TEXT PRIMARY KEY, due_at INTEGER NOT NULL, failures INTEGER NOT NULL);
    INSERT INTO schedules_of_rows SELECT name, due_at, failures FROM schedules;
    DROP TABLE schedules;
    ALTER TABLE schedules_of_rows RENAME TO schedules;
    DELETE FROM migrations WHERE id >= 6`);
  const rewrite = (table: string, column: string, change: (json: Json) => Json) => {
    const rows = sql.exec<{ json: string }>(`SELECT ${column} AS json FROM ${table}`).toArray();
    for (const { json } of rows) {
      const earlier = JSON.stringify(change(JSON.parse(json) as Json));
      sql.exec(`UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`, earlier, json);
    }
  };
  rewrite('told', 'payload', earlierSummary);
  rewrite('news', 'payload', (item) =>
    item.kind === 'summary' ? { ...item, summary: earlierSummary(item.summary as Json) } : earlierMail(item),
  );
  rewrite('instance', 'state', ({ state }) => earlierState(state as Json));
}

function earlierSummary({ factsRevision, ...summary }: Json): Json {
  return { ...summary, toldRevision: factsRevision };
}

function earlierMail(item: Json): Json {
  const mail = item.mail as Json;
  const { incarnation, ...data } = mail.data as Json;
  return {
    ...item,
    mail: { ...mail, data: incarnation === undefined ? data : { ...data, life: incarnation } },
  };
}

function earlierState({ generation, incarnation, facts, phase, finalBackups, ...state }: Json): Json {
  const { entitlement, factsRevision, ...known } = facts as Json;
  const later = ['storage', 'saved', 'lastUpdate', 'overage', 'told', 'due'];
  const first = Object.fromEntries(Object.entries(state).filter(([name]) => !later.includes(name)));
  return {
    facts: { ...known, subscription: entitlement, toldRevision: factsRevision },
    phase,
    finalBackups,
    ...first,
    wish: generation,
    life: incarnation,
  };
}
