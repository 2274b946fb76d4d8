"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogButton } from "@/components/ui/dialog-button";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { moneyText } from "@/lib/kernel/money/format";
import type { BillDetailView } from "@/lib/money-in/bills/dashboard-schema";

type BillActionsProps = { readonly bill: BillDetailView; readonly mayChange: boolean };

/** What can be done with a bill in its state. */
export function BillActions({ bill, mayChange }: BillActionsProps) {
  if (bill.state === "draft") return mayChange ? <DraftActions bill={bill} /> : null;
  const isOwed = bill.state === "sent" || bill.state === "overdue";
  return (
    <>
      {bill.url !== null && (
        <>
          <Button asChild size="small" variant="primary">
            <a href={bill.url} target="_blank" rel="noreferrer">
              Open page
            </a>
          </Button>
          <CopyButton text={bill.url} what="link" label="Copy link" />
        </>
      )}
      {mayChange && isOwed && (
        <>
          <DialogButton label="Send again…">
            {(close) => (
              <ConfirmDialog
                title="Send this bill again?"
                description={`${bill.customerEmail} gets the same link again.`}
                act="Send again"
                send={() => rpc.bills.sendAgain.mutate({ id: bill.id })}
                done="The bill was sent again."
                onClose={close}
              />
            )}
          </DialogButton>
          <DialogButton label="Cancel…">
            {(close) => (
              <ConfirmDialog
                title={`Cancel bill ${bill.number}?`}
                description="Its page says that it was cancelled, and no reminders are sent. A payment that was begun can still be made until it expires. To correct a bill, cancel it and write a new one."
                act="Cancel bill"
                tone="danger"
                send={() => rpc.bills.cancel.mutate({ id: bill.id })}
                done="The bill was cancelled."
                onClose={close}
              />
            )}
          </DialogButton>
        </>
      )}
    </>
  );
}

function DraftActions({ bill }: { bill: BillDetailView }) {
  const router = useRouter();
  return (
    <>
      <DialogButton label="Send…" variant="primary">
        {(close) => (
          <ConfirmDialog
            title={`Send this bill of ${moneyText(bill.total, bill.currency)}?`}
            description={`${bill.customerEmail} gets a mail with its link. It gets its number now and does not change from then on.`}
            act="Send bill"
            send={() => rpc.bills.send.mutate({ id: bill.id })}
            done="The bill was sent."
            onClose={close}
          />
        )}
      </DialogButton>
      <ButtonLink href={routes.changeBill(bill.id)}>Change</ButtonLink>
      <DialogButton label="Discard…">
        {(close) => (
          <ConfirmDialog
            title="Discard this draft?"
            description="It is deleted. It has no number yet, so there is no gap."
            act="Discard draft"
            tone="danger"
            send={async () => {
              await rpc.bills.discard.mutate({ id: bill.id });
              router.push(routes.bills());
            }}
            done="The draft was discarded."
            onClose={close}
          />
        )}
      </DialogButton>
    </>
  );
}
