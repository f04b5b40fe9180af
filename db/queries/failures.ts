/** @returns what `write` returns; `refused` where the database refuses a row that violates a unique index: then nothing is written. */
export async function catchConflict<Done, Refused>(
  write: () => Promise<Done>,
  refused: Refused,
): Promise<Done | Refused> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Error && error.message.includes('UNIQUE constraint failed')) return refused;
    throw error;
  }
}
