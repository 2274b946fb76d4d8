import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import type { StopView } from "@/lib/fronts/admin/stops-schema";

export type StopNoticeProps = {
  readonly stop: StopView;
  /** Continues the phrase "Sends are stopped": "on Ethereum", "on every network". */
  readonly where: string;
};

/**
 * Why nothing is signed: a person's kill switch, or the engine's automatic stop that needs a
 * review.
 */
export function StopNotice({ stop, where }: StopNoticeProps) {
  if (stop.kind === "outcome") return <OutcomeStop stop={stop} where={where} />;
  if (stop.kind === "restore") return <RestoreStop stop={stop} where={where} />;
  return <PersonsStop stop={stop} where={where} />;
}

function PersonsStop({ stop, where }: StopNoticeProps) {
  return (
    <Notice tone="waiting" title={`Sends are stopped ${where}`}>
      <p className="break-words">{stop.reason}</p>
      <p className="text-label text-ink-soft">
        {stop.stoppedBy ? `${stop.stoppedBy}, ` : ""}
        <Moment at={stop.stoppedAt} />
      </p>
    </Notice>
  );
}

function RestoreStop({ stop, where }: StopNoticeProps) {
  return (
    <Notice tone="waiting" title={`Sends are stopped ${where} until the chain has been scanned again`}>
      <p className="break-words">{stop.reason} This stop ends automatically when that is done.</p>
      <p className="text-label text-ink-soft">
        <Moment at={stop.stoppedAt} />
      </p>
    </Notice>
  );
}

function OutcomeStop({ stop, where }: StopNoticeProps) {
  return (
    <Notice tone="wrong" title={`Sends stopped automatically ${where}: the chain differs from the books`}>
      <p>
        A transaction's outcome differs from the books, or an unknown transaction moved gateway funds. Nothing was
        booked and signing is paused. Check it on an explorer: queued or returned sends may already be paid. Resolve
        that first, then resume.
      </p>
      <p className="mt-2 break-words">
        <span className="font-medium">What happened:</span> {stop.reason}
      </p>
      <p className="mt-1 text-label text-ink-soft">
        <Moment at={stop.stoppedAt} />
      </p>
    </Notice>
  );
}
