import type { Tx } from "@/lib/db";

type JobRow = {
  readonly payload: unknown;
  readonly key: string | null;
  readonly runAt?: Date | null;
  readonly priority?: number;
};

/**
 * Writes jobs of one kind in the order given through graphile-worker's own function, which also wakes the workers at commit. No two of them
 * have the same key.
 *
 * That function first takes the key from a job that runs, and then merges with one that waits. A worker that takes the waiting one in
 * between makes it do neither, without a word: what happened after that worker began to read would wait for ever. So what was not written is
 * asked for again, which finds that job running.
 */
export async function addJobs(
  tx: Tx,
  job: { readonly name: string; readonly attemptsMax: number },
  rows: readonly JobRow[],
): Promise<void> {
  let left = rows;
  while (left.length > 0) {
    const lost = new Set(await addOnce(tx, job, left));
    left = left.filter(({ key }) => key !== null && lost.has(key));
  }
}

/** Answers the keys of those that were not written. */
async function addOnce(
  tx: Tx,
  { name, attemptsMax }: { readonly name: string; readonly attemptsMax: number },
  rows: readonly JobRow[],
): Promise<string[]> {
  const text = JSON.stringify(rows);
  const lost = await tx.$queryRaw<{ key: string }[]>`
    WITH asked AS (
      SELECT value->>'key' AS key, place,
        ROW(${name}::text, value->'payload', NULL, (value->>'runAt')::timestamptz, ${attemptsMax}::smallint,
          value->>'key', (value->>'priority')::smallint, NULL)::graphile_worker.job_spec AS spec
      FROM json_array_elements(${text}::json) WITH ORDINALITY AS element(value, place))
    SELECT key FROM asked
    EXCEPT SELECT key FROM graphile_worker.add_jobs(ARRAY(SELECT spec FROM asked ORDER BY place))`;
  return lost.map(({ key }) => key);
}
