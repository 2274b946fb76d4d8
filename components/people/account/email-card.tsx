"use client";

import { BadgeCheck, TriangleAlert } from "lucide-react";
import { ChangeEmailDialog } from "@/components/people/account/change-email-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DialogButton } from "@/components/ui/dialog-button";
import { Notice } from "@/components/ui/notice";
import { useCommand } from "@/components/ui/use-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { useRefresh } from "@/lib/fronts/client/use-refresh";
import type { EmailStanding } from "@/lib/people/identity/change-email";

/** The sign-in address, whether it is confirmed, and a button to change it. */
export function EmailCard({ email, isVerified, asked, sendsMail }: EmailStanding) {
  const refresh = useRefresh();
  return (
    <Card title="E-mail" description="Used to sign in and for e-mails about your account.">
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="min-w-0 wrap-anywhere font-medium">{email}</span>
          <Badge tone={isVerified ? "good" : "waiting"} icon={isVerified ? BadgeCheck : TriangleAlert}>
            {isVerified ? "Confirmed" : "Not confirmed"}
          </Badge>
        </div>
        {!isVerified && <Unconfirmed sendsMail={sendsMail} />}
        {asked !== null && (
          <Notice tone="moving" title="One step left">
            A link was sent to <span className="wrap-anywhere font-medium">{asked}</span>. Open it within a day to
            confirm the new address.
          </Notice>
        )}
        {sendsMail ? (
          <div>
            <DialogButton label="Change e-mail" size="normal">
              {(close) => (
                <ChangeEmailDialog
                  onClose={() => {
                    close();
                    refresh();
                  }}
                />
              )}
            </DialogButton>
          </div>
        ) : (
          <p className="text-small text-ink-soft">
            This installation does not send e-mail, so a new address can't be confirmed. Ask the operator.
          </p>
        )}
      </div>
    </Card>
  );
}

function Unconfirmed({ sendsMail }: { sendsMail: boolean }) {
  const { mutate, isPending, error } = useCommand(() => rpc.account.sendProofAgain.mutate(), {
    done: "A confirmation link has been sent.",
  });
  return (
    <Notice tone="waiting" title="Confirm your e-mail address">
      <p>Until it is confirmed, you get no notifications by e-mail and can't reset your password.</p>
      {sendsMail && (
        <div className="mt-3">
          <Button size="small" isBusy={isPending} onClick={() => mutate(undefined)}>
            Resend link
          </Button>
        </div>
      )}
      {error && <p className="mt-2 text-wrong">{error.message}</p>}
    </Notice>
  );
}
