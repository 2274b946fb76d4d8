/** Each slot holds its body of up to 15 MB in memory several times over. */
const PLACES = 4;

/** Occupied slots of this process, by questionnaire id. */
const taken = new Set<string>();

/**
 * Runs `work`, which reads a large body, once at a time per questionnaire and a few times in total.
 * Returns null without running it if no slot is free: the payer is asked to try again.
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
