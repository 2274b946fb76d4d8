"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { counted } from "@/components/money-out/payout-batches/batch-labels";
import { AskDialog } from "@/components/ui/ask-dialog";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { useCommand } from "@/components/ui/use-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { moneyText } from "@/lib/kernel/money/format";
import type { BatchCheckView } from "@/lib/money-out/payout-batches/schema";

type SubmitBatchProps = { readonly check: BatchCheckView & { readonly id: string } };

/** Confirms a checked file. */
export function SubmitBatch({ check }: SubmitBatchProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <Button variant="primary" onClick={() => setAsking(true)}>
        Send {counted(check.rowCount, "payout")}…
      </Button>
      {isAsking && <SubmitDialog check={check} onClose={() => setAsking(false)} />}
    </div>
  );
}

function SubmitDialog({ check, onClose }: SubmitBatchProps & { readonly onClose: () => void }) {
  const router = useRouter();
  const [isRepeatMeant, setRepeatMeant] = useState(false);
  const { id, sameFile } = check;
  const order = useCommand(() => rpc.payoutBatches.confirm.mutate({ id, isRepeatMeant }), {
    done: "Batch submitted.",
    onDone: () => router.push(routes.payoutBatch(id)),
  });
  const debits = check.debits.map(({ currency, amount }) => moneyText(amount, currency)).join(" and ");
  return (
    <AskDialog
      title={`Send ${counted(check.rowCount, "payout")}?`}
      description={`${debits} will be deducted from your balance, and each row is sent separately.`}
      noWayBack="Signed transactions can't be cancelled. Until then you can cancel the remaining rows."
      leave="Cancel"
      act="Send payouts"
      staysOnOutsideClick={order.isPending}
      isBusy={order.isPending || order.isSuccess}
      isBlocked={sameFile !== null && !isRepeatMeant}
      failure={order.error?.message}
      by={{ onAct: () => order.mutate(undefined) }}
      onClose={onClose}
    >
      {check.warningCount > 0 && (
        <Notice tone="waiting">{counted(check.warningCount, "row")} should be reviewed: see the list below.</Notice>
      )}
      {sameFile && (
        <>
          <Notice tone="wrong" title="This file was already submitted">
            On <Moment at={sameFile.submittedAt} />. If you submit it again, everyone in it is paid a second time.
          </Notice>
          <Checkbox label="Yes, pay everyone again" isChecked={isRepeatMeant} onChange={setRepeatMeant} />
        </>
      )}
    </AskDialog>
  );
}
