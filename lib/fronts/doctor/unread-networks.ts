import { database } from "@/lib/kernel/db";

/**
 * Workers probe every node at least twice in this time. A node that was last probed longer before
 * the newest probe was removed from the settings.
 */
const ROUND_MS = 60_000;

/** What the workers' settings contain, beyond the sync progress. */
export type Configured = {
  /**
   * Networks with a node in a worker's settings, according to the workers' last round of probes.
   * Null: no worker has ever probed a node.
   */
  readonly networks: ReadonlySet<string> | null;
  /** Why a network's node setting is invalid, as text. */
  readonly misconfigured: ReadonlyMap<string, string>;
};

/**
 * Returns the networks with a node in the workers' settings: the web process knows this only from
 * the workers' records.
 */
export async function readConfigured(): Promise<Configured> {
  const [times, misconfigured] = await Promise.all([selectProbeTimes(), selectMisconfigured()]);
  const newest = times.reduce((latest, { triedAt }) => Math.max(latest, triedAt.getTime()), 0);
  const current = times.filter(({ triedAt }) => newest - triedAt.getTime() <= ROUND_MS);
  return {
    networks: times.length === 0 ? null : new Set(current.map(({ networkCode }) => networkCode)),
    misconfigured: new Map(misconfigured.map(({ networkCode, message }) => [networkCode, message])),
  };
}

/**
 * Returns why a network was never synced although it is configured, or why its setting is invalid;
 * null otherwise. Pure.
 */
export function unreadReason({ networks, misconfigured }: Configured, code: string, wasRead: boolean): string | null {
  const refused = misconfigured.get(code);
  if (refused !== undefined) return refused;
  return wasRead || networks?.has(code) !== true ? null : "No node has responded yet";
}

/** Returns when workers last probed a node of each network. */
function selectProbeTimes(): Promise<{ networkCode: string; triedAt: Date }[]> {
  return database().$queryRaw<{ networkCode: string; triedAt: Date }[]>`
    SELECT split_part(subject, ':', 2) AS "networkCode", max(checked_at) AS "triedAt" FROM probes
    WHERE subject LIKE 'node:%' GROUP BY 1`;
}

/** Returns networks whose setting no worker can use. */
async function selectMisconfigured(): Promise<{ networkCode: string; message: string }[]> {
  const where = { kind: "network-misconfigured", clearedAt: null };
  const rows = await database().alarm.findMany({ where, select: { subject: true, message: true } });
  return rows.map(({ subject, message }) => ({ networkCode: subject, message }));
}
