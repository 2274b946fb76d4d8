import { database } from "@/lib/kernel/db";

/**
 * Workers try every node at least twice in this time. One that was tried before, and not since
 * others were, was taken out of the settings.
 */
const ROUND_MS = 60_000;

/** What workers have of networks besides where reading stands. */
export type Configured = {
  /**
   * Networks of which a node is in a worker's settings, by the workers' last round of trying nodes.
   * Null: no worker has ever tried any.
   */
  readonly networks: ReadonlySet<string> | null;
  /** Why the setting of a network's nodes cannot be used, in words. */
  readonly misconfigured: ReadonlyMap<string, string>;
};

/**
 * Which networks have a node in the workers' settings: the web part knows of it only through what
 * workers write down.
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
 * Why nothing can be read of a network that has never been read, or whose setting cannot be used;
 * null when that is not so, or nobody asks for it. Pure.
 */
export function unreadReason({ networks, misconfigured }: Configured, code: string, wasRead: boolean): string | null {
  const refused = misconfigured.get(code);
  if (refused !== undefined) return refused;
  return wasRead || networks?.has(code) !== true ? null : "No node has responded yet";
}

/** When workers last tried a node of each network. */
function selectProbeTimes(): Promise<{ networkCode: string; triedAt: Date }[]> {
  return database().$queryRaw<{ networkCode: string; triedAt: Date }[]>`
    SELECT split_part(subject, ':', 2) AS "networkCode", max(checked_at) AS "triedAt" FROM probes
    WHERE subject LIKE 'node:%' GROUP BY 1`;
}

/** Networks whose setting no worker can use. */
async function selectMisconfigured(): Promise<{ networkCode: string; message: string }[]> {
  const where = { kind: "network-misconfigured", clearedAt: null };
  const rows = await database().alarm.findMany({ where, select: { subject: true, message: true } });
  return rows.map(({ subject, message }) => ({ networkCode: subject, message }));
}
