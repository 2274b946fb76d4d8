import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import type { StopView } from "@/lib/fronts/admin/stops-schema";

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
    <Notice tone="wrong" title={`Sends stopped by themselves ${where}: the chain says otherwise than the books`}>
      <p>
        A transaction did something else than was booked, or money of ours left by one that is not known here. Nothing
        was booked by that and nothing more is signed here. Look it up on an explorer: what still waits, or was given
        back, may have been paid already. Settle that first, then resume.
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
