"use client";

import { BadgeCheck, TriangleAlert } from "lucide-react";
import { ChangeEmailDialog } from "@/components/account/change-email-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DialogButton } from "@/components/ui/dialog-button";
import { Notice } from "@/components/ui/notice";
import { useCommand } from "@/components/ui/use-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { useRefresh } from "@/lib/fronts/client/use-refresh";
import type { EmailStanding } from "@/lib/people/identity/change-email";

/** The address that one signs in with, whether it is confirmed, and the way to another. */
export function EmailCard({ email, isVerified, asked, sendsMail }: EmailStanding) {
  const refresh = useRefresh();
  return (
    <Card title="E-mail" description="You sign in with it, and mails about your account go there.">
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="min-w-0 wrap-anywhere font-medium">{email}</span>
          <Badge tone={isVerified ? "good" : "waiting"} icon={isVerified ? BadgeCheck : TriangleAlert}>
            {isVerified ? "Confirmed" : "Not confirmed"}
          </Badge>
        </div>
        {!isVerified && <Unconfirmed sendsMail={sendsMail} />}
        {asked !== null && (
          <Notice tone="moving" title="One step is left">
            A link was sent to <span className="wrap-anywhere font-medium">{asked}</span>. Open it within a day, and
            that is your address.
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
            This installation sends no mails, so no new address can be confirmed. Ask whoever runs it.
          </p>
        )}
      </div>
    </Card>
  );
}

function Unconfirmed({ sendsMail }: { sendsMail: boolean }) {
  const { mutate, isPending, error } = useCommand(() => rpc.account.sendProofAgain.mutate(), {
    done: "A mail with a link is on its way.",
  });
  return (
    <Notice tone="waiting" title="Show that this address is yours">
      <p>
        Everything works meanwhile, but you are told of nothing by mail, and can set a new password by mail only once it
        is confirmed.
      </p>
      {sendsMail && (
        <div className="mt-3">
          <Button size="small" isBusy={isPending} onClick={() => mutate(undefined)}>
            Send a link again
          </Button>
        </div>
      )}
      {error && <p className="mt-2 text-wrong">{error.message}</p>}
    </Notice>
  );
}
