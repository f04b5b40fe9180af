/** @returns what `write` returns; `refused`, with nothing written, if the database finds a unique index violated. */
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
