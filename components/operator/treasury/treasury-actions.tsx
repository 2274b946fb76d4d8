"use client";

import { useState } from "react";
import { TreasuryDialog } from "@/components/operator/treasury/treasury-dialog";
import { WithdrawalDialog, type WithdrawalService } from "@/components/operator/treasury/withdrawal-dialogs";
import { Button } from "@/components/ui/button";

export type TreasuryActionsProps = {
  readonly currencies: readonly string[];
  readonly services: readonly WithdrawalService[];
};

/** Actions for the gateway's own money. */
export function TreasuryActions({ currencies, services }: TreasuryActionsProps) {
  const [open, setOpen] = useState<"fill" | "draw" | "withdraw" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button onClick={() => setOpen("fill")}>Fill treasury…</Button>
      <Button onClick={() => setOpen("draw")}>Release funds…</Button>
      <Button variant="primary" onClick={() => setOpen("withdraw")} disabled={services.length === 0}>
        Withdraw…
      </Button>
      {(open === "fill" || open === "draw") && (
        <TreasuryDialog direction={open} currencies={currencies} onClose={close} />
      )}
      {open === "withdraw" && <WithdrawalDialog services={services} onClose={close} />}
    </>
  );
}
