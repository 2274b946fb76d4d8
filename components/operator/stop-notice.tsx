import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import type { StopView } from "@/lib/operations/stops-schema";

export type StopNoticeProps = {
  readonly stop: StopView;
  /** Where, as it follows "Sends are stopped": "on Ethereum", "on every network". */
  readonly where: string;
};

/** Why nothing is signed: somebody's kill switch, or the engine's own for a person to look. */
export function StopNotice({ stop, where }: StopNoticeProps) {
  return stop.kind === "outcome" ? (
    <OutcomeStop stop={stop} where={where} />
  ) : (
    <PersonsStop stop={stop} where={where} />
  );
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

function OutcomeStop({ stop, where }: StopNoticeProps) {
  return (
    <Notice tone="wrong" title={`Stopped by itself: a transaction ${where} did otherwise than the books say`}>
      <p>
        It had ended in the books, and after a reorganisation the chain says something else of it. Nothing was booked by
        that and nothing more is signed here. Look the transaction up: where money was given back for it, it may be paid
        as well. Settle that with its merchant first, then resume.
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
