/** Each holds its body of up to 15 MB in memory a few times over. */
const PLACES = 4;

/** Of this process; by the questionnaire that something is sent for. */
const taken = new Set<string>();

/**
 * Does what reads a large body, for each questionnaire one at a time and for all a few at once.
 * Null, and nothing is done, where there is no place: the payer is asked to try again.
 */
export async function withUploadPlace<Result>(id: string, work: () => Promise<Result>): Promise<Result | null> {
  if (taken.size >= PLACES || taken.has(id)) return null;
  taken.add(id);
  try {
    return await work();
  } finally {
    taken.delete(id);
  }
}
