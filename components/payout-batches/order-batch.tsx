"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { counted } from "@/components/payout-batches/batch-words";
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

type OrderBatchProps = { readonly check: BatchCheckView & { readonly id: string } };

/** The way from what a file would do to doing it. */
export function OrderBatch({ check }: OrderBatchProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <Button variant="primary" onClick={() => setAsking(true)}>
        Order {counted(check.rowCount, "payout")}…
      </Button>
      {isAsking && <OrderDialog check={check} onClose={() => setAsking(false)} />}
    </div>
  );
}

function OrderDialog({ check, onClose }: OrderBatchProps & { readonly onClose: () => void }) {
  const router = useRouter();
  const [isRepeatMeant, setRepeatMeant] = useState(false);
  const { id, sameFile } = check;
  const order = useCommand(() => rpc.payoutBatches.confirm.mutate({ id, isRepeatMeant }), {
    done: "The file is being ordered.",
    onDone: () => router.push(routes.payoutBatch(id)),
  });
  const debits = check.debits.map(({ currency, amount }) => moneyText(amount, currency)).join(" and ");
  return (
    <AskDialog
      title={`Order ${counted(check.rowCount, "payout")}?`}
      description={`${debits} leave your balance, and each row is sent on its own.`}
      noWayBack="What is signed nobody can call back. Until then you may cancel the rest of the file."
      leave="Not yet"
      act="Order them"
      staysOnOutsideClick={order.isPending}
      isBusy={order.isPending || order.isSuccess}
      isBlocked={sameFile !== null && !isRepeatMeant}
      failure={order.error?.message}
      by={{ onAct: () => order.mutate(undefined) }}
      onClose={onClose}
    >
      {check.warningCount > 0 && (
        <Notice tone="waiting">
          {counted(check.warningCount, "row")} should be looked at twice: see the list below.
        </Notice>
      )}
      {sameFile && (
        <>
          <Notice tone="wrong" title="This very file was ordered before">
            On <Moment at={sameFile.orderedAt} />. Ordered again, everybody in it is paid a second time.
          </Notice>
          <Checkbox label="Yes, pay all of it again" isChecked={isRepeatMeant} onChange={setRepeatMeant} />
        </>
      )}
    </AskDialog>
  );
}
