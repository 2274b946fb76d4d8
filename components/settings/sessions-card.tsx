"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { toast } from "sonner";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Loaded } from "@/components/ui/query-states";
import { accountQueries, revokeSessionMutation } from "@/lib/client/account";
import type { SessionView } from "@/lib/merchants/schema";

/** Where one is signed in, and signing out there. */
export function SessionsCard() {
  const query = useQuery(accountQueries.sessions());
  const queries = useQueryClient();
  const revoke = useMutation({
    ...revokeSessionMutation,
    onSuccess: () => toast.success("That browser is signed out."),
    onError: (error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: accountQueries.all }),
  });
  return (
    <Card title="Signed-in browsers" isPadded={false}>
      <Loaded query={query} failure="The list could not be loaded">
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

type SessionItemProps = { readonly session: SessionView; readonly isBusy: boolean; readonly onRevoke: () => void };

function SessionItem({ session, isBusy, onRevoke }: SessionItemProps) {
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-5">
      <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-ink-quiet" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{browserName(session.userAgent)}</p>
        <p className="text-label text-ink-quiet">
          {session.ip ?? "unknown address"} · last seen <Moment at={session.lastSeenAt} style="relative" />
        </p>
      </div>
      {session.isCurrent ? (
        <Badge>This one</Badge>
      ) : (
        <Button size="small" onClick={onRevoke} isBusy={isBusy}>
          Sign out
        </Button>
      )}
    </li>
  );
}

const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

/** Enough to tell one's own browsers apart; the order matters, because each also names those it imitates. */
function browserName(userAgent: string | null): string {
  const browser = BROWSERS.find(([mark]) => userAgent?.includes(mark))?.[1];
  const system = SYSTEMS.find(([mark]) => userAgent?.includes(mark))?.[1];
  if (browser === undefined) return "Another program";
  return system === undefined ? browser : `${browser} on ${system}`;
}
