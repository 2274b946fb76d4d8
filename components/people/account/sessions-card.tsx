"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MonitorSmartphone, ShieldCheck, Smartphone } from "lucide-react";
import { toast } from "sonner";
import { browserName, isHandheld } from "@/components/people/account/browser-name";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { Moment } from "@/components/ui/moment";
import { Loaded } from "@/components/ui/query-states";
import { ACCOUNT_KEY } from "@/lib/fronts/client/account";
import { rpc } from "@/lib/fronts/client/rpc";
import type { SessionView } from "@/lib/people/merchants/schema";

/** The user's sessions, with buttons to end them. */
export function SessionsCard() {
  const query = useQuery(rpc.account.sessions.list.queryOptions());
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: (id: string) => rpc.account.sessions.revoke.mutate({ id }),
    onSuccess: () => toast.success("Browser signed out."),
    onError: (error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: ACCOUNT_KEY }),
  });
  const others = (query.data ?? []).filter(({ isCurrent }) => !isCurrent).length;
  return (
    <Card
      title="Signed-in browsers"
      description="Changing your password or turning on two-factor authentication signs out all other browsers."
      isPadded={false}
      action={others > 0 && <SignOutOthers count={others} />}
    >
      <Loaded query={query} failure="Browsers could not be loaded">
        {(sessions) => (
          <ul className="divide-y divide-line">
            {sessions.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                isBusy={revoke.isPending && revoke.variables === session.id}
                onRevoke={() => revoke.mutate(session.id)}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function SignOutOthers({ count }: { count: number }) {
  const what = count === 1 ? "the other browser" : `all ${count} other browsers`;
  return (
    <DialogButton label="Sign out the others…">
      {(close) => (
        <ConfirmDialog
          title={`Sign out ${what}?`}
          description="You will need to sign in there again. This browser stays signed in."
          leave="Cancel"
          act="Sign out"
          tone="danger"
          send={() => rpc.account.sessions.revokeOthers.mutate()}
          done="Other browsers signed out."
          onClose={close}
        />
      )}
    </DialogButton>
  );
}

type SessionItemProps = { readonly session: SessionView; readonly isBusy: boolean; readonly onRevoke: () => void };

function SessionItem({ session, isBusy, onRevoke }: SessionItemProps) {
  const Icon = isHandheld(session.userAgent) ? Smartphone : MonitorSmartphone;
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-5">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-quiet" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{browserName(session.userAgent)}</p>
        <p className="text-label text-ink-quiet">
          <span className="break-all">{session.ip ?? "Unknown address"}</span> · last seen{" "}
          <Moment at={session.lastSeenAt} style="relative" />
        </p>
        <p className="text-label text-ink-quiet">
          signed in <Moment at={session.createdAt} />
        </p>
        {session.hasSecondFactor && (
          <p className="mt-0.5 inline-flex items-center gap-1 text-label text-good">
            <ShieldCheck aria-hidden className="size-3.5" />
            two-factor authentication
          </p>
        )}
      </div>
      {session.isCurrent ? (
        <Badge>This browser</Badge>
      ) : (
        <Button size="small" onClick={onRevoke} isBusy={isBusy}>
          Sign out
        </Button>
      )}
    </li>
  );
}
