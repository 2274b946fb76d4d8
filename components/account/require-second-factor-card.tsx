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
      title="A second factor for everybody"
      description={
        isRequired
          ? "Members without one are led to set it up, and can do nothing else here."
          : "Members may sign in with their password alone."
      }
      action={
        isRequired ? (
          <Badge tone="good" icon={ShieldCheck}>
            Needed
          </Badge>
        ) : (
          <Badge icon={ShieldOff}>Not needed</Badge>
        )
      }
    >
      {mayChange ? (
        <DialogButton label={isRequired ? "No longer ask for it…" : "Ask for it…"}>
          {(close) => (
            <ConfirmDialog
              title={isRequired ? "Let members in by their password alone?" : "Ask every member for a second factor?"}
              description={
                isRequired
                  ? "Who has a second factor keeps it. Who has none gets in with the password, you among them if you take yours off."
                  : "From their next click on, members without one can do nothing but set one up. Your shop's keys and payments go on as before."
              }
              leave="Leave it"
              act={isRequired ? "No longer ask for it" : "Ask for it"}
              tone={isRequired ? "danger" : "primary"}
              send={() => rpc.members.requireSecondFactor.mutate({ isRequired: !isRequired })}
              done={isRequired ? "It is no longer asked for." : "Every member needs a second factor now."}
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
