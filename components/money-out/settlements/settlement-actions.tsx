"use client";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { rpc } from "@/lib/fronts/client/rpc";
import type { SettlementView } from "@/lib/money-out/settlements/schema";

export type SettlementActionsProps = {
  readonly settlement: SettlementView;
  readonly mayPause: boolean;
  readonly mayChange: boolean;
  readonly onChange: () => void;
};

/** What a member may do with an automatic settlement. */
export function SettlementActions({ settlement, mayPause, mayChange, onChange }: SettlementActionsProps) {
  const { id, coin, state } = settlement;
  const isHeld = state === "paused" || state === "stopped";
  return (
    <div className="flex flex-wrap justify-end gap-2 empty:hidden">
      {mayChange && (
        <Button size="small" onClick={onChange}>
          Change
        </Button>
      )}
      {mayChange && isHeld && (
        <DialogButton label="Resume…">
          {(close) => (
            <ConfirmDialog
              title={`Resume the settlement of ${coin}?`}
              description="Payouts to its address continue. If what stopped it remains, it stops again."
              leave={state === "paused" ? "Keep it paused" : "Keep it stopped"}
              act="Resume settlement"
              send={() => rpc.settlements.resume.mutate({ id })}
              done={`The settlement of ${coin} was resumed.`}
              onClose={close}
            />
          )}
        </DialogButton>
      )}
      {mayPause && !isHeld && (
        <DialogButton label="Pause…">
          {(close) => (
            <ConfirmDialog
              title={`Pause the settlement of ${coin}?`}
              description="No payout is created until an owner resumes it. A payout in progress continues."
              leave="Keep it active"
              act="Pause settlement"
              send={() => rpc.settlements.pause.mutate({ id })}
              done={`The settlement of ${coin} was paused.`}
              onClose={close}
            />
          )}
        </DialogButton>
      )}
      {mayChange && (
        <DialogButton label="Remove…">
          {(close) => (
            <ConfirmDialog
              title={`Remove the settlement of ${coin}?`}
              description="No further payout is created. A payout in progress continues."
              leave="Keep settlement"
              act="Remove settlement"
              tone="danger"
              send={() => rpc.settlements.remove.mutate({ id })}
              done={`The settlement of ${coin} was removed.`}
              onClose={close}
            />
          )}
        </DialogButton>
      )}
    </div>
  );
}
