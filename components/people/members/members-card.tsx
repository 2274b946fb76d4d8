"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, ShieldCheck, ShieldOff } from "lucide-react";
import type { ReactNode } from "react";
import { MemberActions } from "@/components/people/members/member-actions";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { Moment } from "@/components/ui/moment";
import { Loaded } from "@/components/ui/query-states";
import type { Column } from "@/components/ui/table-column";
import { rpc } from "@/lib/fronts/client/rpc";
import type { MemberView } from "@/lib/people/members/members-schema";
import { ROLE_LABELS } from "@/lib/people/merchants/role";

const PERSON: Column<MemberView> = {
  id: "person",
  header: "Person",
  sortBy: { kind: "text", read: (row) => row.name },
  phone: "title",
  cell: ({ name, email, isYou, isSuspended }) => (
    <div className="min-w-0 md:max-w-xs lg:max-w-md">
      <p className="font-medium md:truncate" title={name}>
        {name}
        {isYou && <span className="font-normal text-ink-quiet"> (you)</span>}
      </p>
      <p className="text-label text-ink-quiet max-md:wrap-anywhere md:truncate" title={email}>
        {email}
      </p>
      {isSuspended && (
        <p className="mt-1">
          <Badge tone="wrong" icon={Ban}>
            Suspended
          </Badge>
        </p>
      )}
    </div>
  ),
};

const ROLE: Column<MemberView> = {
  id: "role",
  header: "Role",
  sortBy: { kind: "text", read: (row) => ROLE_LABELS[row.role].name },
  cell: ({ role }) => ROLE_LABELS[role].name,
};

const SAFETY: readonly Column<MemberView>[] = [
  { id: "factor", header: "Two-factor", cell: ({ safety }) => safety && <SecondFactor {...safety} /> },
  {
    id: "seen",
    header: "Last seen",
    sortBy: { kind: "moment", read: (row) => row.safety?.lastSeenAt ?? null },
    cell: ({ safety }) => (safety?.lastSeenAt ? <Moment at={safety.lastSeenAt} style="relative" /> : "Never"),
  },
];

function SecondFactor({ hasSecondFactor }: { hasSecondFactor: boolean }) {
  return hasSecondFactor ? (
    <Badge tone="good" icon={ShieldCheck}>
      On
    </Badge>
  ) : (
    <Badge tone="waiting" icon={ShieldOff}>
      Off
    </Badge>
  );
}

export type MembersCardProps = { readonly mayChange: boolean; readonly action?: ReactNode };

/** The merchant's members. */
export function MembersCard({ mayChange, action }: MembersCardProps) {
  const query = useQuery(rpc.members.list.queryOptions());
  const columns: readonly Column<MemberView>[] = [
    PERSON,
    ROLE,
    ...(mayChange ? SAFETY : []),
    {
      id: "actions",
      header: "",
      align: "end",
      phone: "corner",
      cell: (member) => <MemberActions member={member} mayChange={mayChange} />,
    },
  ];
  return (
    <Card
      title="Members"
      description={mayChange ? undefined : "Only an owner can invite, change or remove people."}
      action={action}
      isPadded={false}
    >
      <Loaded query={query} failure="The members could not be loaded">
        {({ items }) => <DataTable label="Members" columns={columns} rows={items} keyOf={({ userId }) => userId} />}
      </Loaded>
    </Card>
  );
}
