import { type Finding, good, look, wrong } from "@/lib/fronts/doctor/check";
import { countText, durationText } from "@/lib/fronts/doctor/in-words";
import type { CursorFacts } from "@/lib/fronts/doctor/network-repo";
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
