import { type Finding, good, look, wrong } from "@/lib/fronts/doctor/check";
import { countText, durationText } from "@/lib/fronts/doctor/format-text";
import { database } from "@/lib/kernel/db";
import { groupDigits } from "@/lib/kernel/money/format";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";

/** Beyond this many blocks reading is not merely a moment late. */
const BEHIND_LOOK = 30n;
const SILENT_LOOK_MS = 60_000;

type Judged = Pick<CatalogNetwork, "code" | "name" | "node" | "lagLimitSeconds" | "isEnabled">;

/** How one network is read, from what its watcher wrote. `vanished`: deposits that reorganisations took within a day. Pure. */
export function judgeNetwork(network: Judged, cursor: CursorFacts, vanished: number, now: Date): Finding {
  const subject = { id: `network:${network.code}`, name: network.name };
  const { height, headHeight, headTime, lastAnswerAt, stoppedAt, problem } = cursor;
  const answerAgeMs = lastAnswerAt === null ? null : now.getTime() - lastAnswerAt.getTime();
  const behind = headHeight - height;
  const measured = [
    `block ${groupDigits(height.toString())} of ${groupDigits(headHeight.toString())}`,
    `newest ${durationText(now.getTime() - headTime.getTime())} old`,
  ].join(", ");
  if (stoppedAt !== null) {
    const says = `It is stopped: ${problem ?? "it waits for your decision"}.`;
    const mend =
      "Compare NODE_URLS and the node's chain with others; the alarm on the start page says what is awaited.";
    return wrong(subject, says, mend, { measured, since: stoppedAt });
  }
  if (network.node === "silent" || answerAgeMs === null || answerAgeMs > SILENT_LOOK_MS) {
    const says =
      answerAgeMs === null ? "Its node has never answered." : "Its node does not answer, or nobody reads it.";
    const mend =
      "See that a worker runs, that the node does, and that NODE_URLS names it. A second node would have helped.";
    const extras = { measured, since: lastAnswerAt };
    return network.node === "silent" || answerAgeMs === null
      ? wrong(subject, `${says} It is out of offer.`, mend, extras)
      : look(subject, says, mend, extras);
  }
  if (network.node === "lagging") {
    const mend = "Let the node catch up, see its peers and disk, or name another one in NODE_URLS.";
    return wrong(subject, "Its node is behind its chain; it is out of offer.", mend, { measured, since: headTime });
  }
  if (problem !== null)
    return look(subject, `Reading it has trouble: ${problem}.`, "See the worker's log.", { measured });
  if (behind > BEHIND_LOOK) {
    const mend = "Wait a moment: it catches up by itself. If it does not, the node is too slow for its chain.";
    return look(subject, `${groupDigits(behind.toString())} blocks are still to be read.`, mend, { measured });
  }
  const forks =
    vanished === 0 ? "" : ` Reorganisations took ${countText(vanished, "deposit", "deposits")} within a day.`;
  if (vanished > 0)
    return look(subject, `It is read up to its head.${forks}`, "Think about more confirmations for it.", { measured });
  return good(subject, "It is read up to its head.", { measured });
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

/** Deposits that a reorganisation took out of their block since, by network: how often chains were seen to fork under our money. */
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

/** Sends that are not final although they were ordered, or signed, before. */
export function readLateSends(queuedBefore: Date, sendingBefore: Date): Promise<LateSends[]> {
  return database().$queryRaw<LateSends[]>`
    SELECT network_code AS "networkCode", count(*) FILTER (WHERE status = 'queued')::int AS queued,
      count(*) FILTER (WHERE status = 'sending')::int AS sending, min(created_at) AS "oldestAt"
    FROM sends WHERE (status = 'queued' AND created_at < ${queuedBefore}) OR (status = 'sending' AND updated_at < ${sendingBefore})
    GROUP BY 1 ORDER BY 1`;
}
