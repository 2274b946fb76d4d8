"use client";

import { ShieldCheck, ShieldOff } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { rpc } from "@/lib/fronts/client/rpc";
import { useRefresh } from "@/lib/fronts/client/use-refresh";

export type RequireSecondFactorCardProps = { readonly isRequired: boolean; readonly mayChange: boolean };

/** Whether every member of the merchant needs a second factor. */
export function RequireSecondFactorCard({ isRequired, mayChange }: RequireSecondFactorCardProps) {
  const refresh = useRefresh();
  return (
    <Card
      title="Require two-factor authentication"
      description={
        isRequired
          ? "Members without it must set it up before they can do anything else."
          : "Members can sign in with their password only."
      }
      action={
        isRequired ? (
          <Badge tone="good" icon={ShieldCheck}>
            Required
          </Badge>
        ) : (
          <Badge icon={ShieldOff}>Not required</Badge>
        )
      }
    >
      {mayChange ? (
        <DialogButton label={isRequired ? "Stop requiring…" : "Require…"}>
          {(close) => (
            <ConfirmDialog
              title={isRequired ? "Stop requiring two-factor authentication?" : "Require two-factor authentication?"}
              description={
                isRequired
                  ? "Members who use it keep it. Others sign in with their password only, including you if you turn yours off."
                  : "Members without it must set it up before they can continue. Your shop's API keys and payments are not affected."
              }
              leave="Cancel"
              act={isRequired ? "Stop requiring" : "Require"}
              tone={isRequired ? "danger" : "primary"}
              send={() => rpc.members.requireSecondFactor.mutate({ isRequired: !isRequired })}
              done={
                isRequired
                  ? "Two-factor authentication is no longer required."
                  : "Two-factor authentication is now required."
              }
              onClose={() => {
                close();
                refresh();
              }}
            />
          )}
        </DialogButton>
      ) : (
        <p className="text-small text-ink-soft">Only an owner can change this.</p>
      )}
    </Card>
  );
}
