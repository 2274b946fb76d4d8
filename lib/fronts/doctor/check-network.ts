import { errorFinding, type Finding, okFinding, warningFinding } from "@/lib/fronts/doctor/check";
import { countText, durationText } from "@/lib/fronts/doctor/format-text";
import { database } from "@/lib/kernel/db";
import { groupDigits } from "@/lib/kernel/money/format";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";

/** Further behind than this is not a brief delay. */
const BEHIND_WARNING = 30n;
const SILENT_WARNING_MS = 60_000;

type CheckedNetwork = Pick<CatalogNetwork, "code" | "name" | "node" | "lagLimitSeconds" | "isEnabled">;

/**
 * Evaluates a network from what its watcher recorded. `vanished`: deposits removed by
 * reorganisations within a day. Pure.
 */
export function checkNetwork(network: CheckedNetwork, cursor: CursorFacts, vanished: number, now: Date): Finding {
  const subject = { id: `network:${network.code}`, name: network.name };
  const { height, headHeight, headTime, lastAnswerAt, stoppedAt, problem } = cursor;
  const answerAgeMs = lastAnswerAt === null ? null : now.getTime() - lastAnswerAt.getTime();
  const behind = headHeight - height;
  const measured = [
    `block ${groupDigits(height.toString())} of ${groupDigits(headHeight.toString())}`,
    `newest ${durationText(now.getTime() - headTime.getTime())} old`,
  ].join(", ");
  if (stoppedAt !== null) {
    const summary = `Stopped: ${problem ?? "waiting for your decision"}.`;
    const remedy =
      "Compare NODE_URLS and the node's chain with other sources; the alarm on the overview says what is needed.";
    return errorFinding(subject, summary, remedy, { measured, since: stoppedAt });
  }
  if (network.node === "silent" || answerAgeMs === null || answerAgeMs > SILENT_WARNING_MS) {
    const summary =
      answerAgeMs === null ? "The node has never responded." : "The node does not respond, or no worker reads it.";
    const remedy =
      "Check that a worker and the node are running, and that NODE_URLS includes the node. A second node would have helped.";
    const extras = { measured, since: lastAnswerAt };
    return network.node === "silent" || answerAgeMs === null
      ? errorFinding(subject, `${summary} The network is not offered.`, remedy, extras)
      : warningFinding(subject, summary, remedy, extras);
  }
  if (network.node === "lagging") {
    const remedy = "Let the node catch up, check its peers and disk, or add another one to NODE_URLS.";
    return errorFinding(subject, "The node is behind its chain, so the network is not offered.", remedy, {
      measured,
      since: headTime,
    });
  }
  if (problem !== null)
    return warningFinding(subject, `Syncing has a problem: ${problem}.`, "Check the worker's log.", { measured });
  if (behind > BEHIND_WARNING) {
    const remedy = "It catches up automatically. If it does not, the node is too slow for its chain.";
    return warningFinding(subject, `${groupDigits(behind.toString())} blocks are not synced yet.`, remedy, {
      measured,
    });
  }
  const forks =
    vanished === 0 ? "" : ` Reorganisations removed ${countText(vanished, "deposit", "deposits")} within a day.`;
  if (vanished > 0)
    return warningFinding(subject, `Synced.${forks}`, "Consider requiring more confirmations.", { measured });
  return okFinding(subject, "Synced.", { measured });
}

type CursorFacts = {
  readonly networkCode: string;
  readonly height: bigint;
  readonly headHeight: bigint;
  readonly headTime: Date;
  readonly lastAnswerAt: Date | null;
  readonly stoppedAt: Date | null;
  readonly problem: string | null;
};

export function selectCursorFacts(): Promise<CursorFacts[]> {
  return database().chainCursor.findMany({
    select: {
      networkCode: true,
      height: true,
      headHeight: true,
      headTime: true,
      lastAnswerAt: true,
      stoppedAt: true,
      problem: true,
    },
    orderBy: { networkCode: "asc" },
  });
}

/**
 * Returns the number of deposits that a reorganisation removed from their block since then, by
 * network: observed forks that affected our money.
 */
export function countVanished(since: Date): Promise<{ networkCode: string; count: number }[]> {
  return database().$queryRaw<{ networkCode: string; count: number }[]>`
    SELECT network_code AS "networkCode", count(*)::int AS count FROM deposits
    WHERE status = 'vanished' AND vanished_at > ${since} AND block_height IS NOT NULL GROUP BY 1`;
}

export type LateSends = {
  readonly networkCode: string;
  readonly queued: number;
  readonly sending: number;
  readonly oldestAt: Date;
};

/** Returns unfinished sends that were requested, or signed, before these times. */
export function readLateSends(queuedBefore: Date, sendingBefore: Date): Promise<LateSends[]> {
  return database().$queryRaw<LateSends[]>`
    SELECT network_code AS "networkCode", count(*) FILTER (WHERE status = 'queued')::int AS queued,
      count(*) FILTER (WHERE status = 'sending')::int AS sending, min(created_at) AS "oldestAt"
    FROM sends WHERE (status = 'queued' AND created_at < ${queuedBefore}) OR (status = 'sending' AND updated_at < ${sendingBefore})
    GROUP BY 1 ORDER BY 1`;
}
