/** @returns the result of `act`; null if it throws, after reporting the error. */
export async function tryOrNull<Result>(
  ports: { reportError(error: unknown): void },
  act: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await act();
  } catch (error) {
    ports.reportError(error);
    return null;
  }
}
