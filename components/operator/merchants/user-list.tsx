"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Ban, CircleCheck, ShieldCheck, ShieldOff, Users } from "lucide-react";
import { useState } from "react";
import { OperatorFlagDialog, SuspensionDialog } from "@/components/operator/merchants/user-dialogs";
import { Badge } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { EmptyCell } from "@/components/ui/empty-cell";
import { EmptyState } from "@/components/ui/empty-state";
import { MenuItem } from "@/components/ui/menu";
import { Moment } from "@/components/ui/moment";
import { RowMenu } from "@/components/ui/row-menu";
import { SearchedList } from "@/components/ui/searched-list";
import type { Column } from "@/components/ui/table-column";
import { TextLink } from "@/components/ui/text-link";
import { useListFilter } from "@/components/ui/use-list-filter";
import { USER_GROUPS, type UserRowView } from "@/lib/fronts/admin/users-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";

const GROUPS = [
  { value: "operators", label: "Operators" },
  { value: "suspended", label: "Suspended" },
] as const;

type OpenDialog = { readonly what: "flag" | "suspension"; readonly user: UserRowView };

/** All user accounts. */
export function UserList() {
  const filter = useListFilter(USER_GROUPS);
  const query = useInfiniteQuery(
    rpc.operator.users.list.infiniteQueryOptions(filter.asked, { placeholderData: keepPreviousData }),
  );
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <SearchedList
        many="users"
        filter={filter}
        groups={GROUPS}
        searchable="Name, e-mail or ID"
        searchHint="Enter part of a name or e-mail address, or a full ID."
        query={query}
        empty={
          <EmptyState icon={Users} title="No users">
            The first user is created at setup.
          </EmptyState>
        }
      >
        {(rows) => <DataTable label="Users" columns={columnsOf(setAsked)} rows={rows} keyOf={(row) => row.id} />}
      </SearchedList>
      {asked?.what === "flag" && <OperatorFlagDialog user={asked.user} onClose={close} />}
      {asked?.what === "suspension" && <SuspensionDialog user={asked.user} onClose={close} />}
    </>
  );
}

function columnsOf(onAsk: (asked: OpenDialog) => void): readonly Column<UserRowView>[] {
  return [
    {
      id: "name",
      header: "User",
      phone: "title",
      cell: (row) => (
        <span className="flex min-w-0 flex-col">
          <span className="break-words font-medium">{row.name}</span>
          <span className="break-all text-label text-ink-quiet">{row.email}</span>
        </span>
      ),
    },
    { id: "state", header: "Status", phone: "corner", cell: (row) => <UserState user={row} /> },
    {
      id: "merchants",
      header: "Merchants",
      cell: ({ merchants }) =>
        merchants.length === 0 ? (
          <EmptyCell text="none" />
        ) : (
          <ul className="flex flex-col items-end gap-0.5 text-right text-small md:items-start md:text-left">
            {merchants.map(({ id, name, role }) => (
              <li key={id}>
                <TextLink href={routes.operatorMerchant(id)}>{name}</TextLink>{" "}
                <span className="text-ink-quiet">{role}</span>
              </li>
            ))}
          </ul>
        ),
    },
    {
      id: "factor",
      header: "Two-factor",
      isForWide: true,
      cell: (row) => (row.hasSecondFactor ? "Yes" : <span className="text-ink-quiet">No</span>),
    },
    {
      id: "seen",
      header: "Last seen",
      isForWide: true,
      cell: (row) => (row.lastSeenAt === null ? <EmptyCell /> : <Moment at={row.lastSeenAt} style="relative" />),
    },
    { id: "acts", header: "Actions", align: "end", cell: (row) => <UserActs user={row} onAsk={onAsk} /> },
  ];
}

function UserState({ user: { isOperator, isSuspended } }: { user: UserRowView }) {
  if (isSuspended)
    return (
      <Badge tone="wrong" icon={Ban}>
        Suspended
      </Badge>
    );
  return isOperator ? (
    <Badge tone="moving" icon={ShieldCheck}>
      Operator
    </Badge>
  ) : (
    <Badge tone="good" icon={CircleCheck}>
      Active
    </Badge>
  );
}

function UserActs({ user, onAsk }: { user: UserRowView; onAsk: (asked: OpenDialog) => void }) {
  const { email, isOperator, isSuspended } = user;
  return (
    <RowMenu label={`Actions for ${email}`}>
      <MenuItem
        icon={isOperator ? ShieldOff : ShieldCheck}
        tone="danger"
        onSelect={() => onAsk({ what: "flag", user })}
      >
        {isOperator ? "Remove operator…" : "Make operator…"}
      </MenuItem>
      <MenuItem
        icon={isSuspended ? CircleCheck : Ban}
        tone={isSuspended ? "plain" : "danger"}
        onSelect={() => onAsk({ what: "suspension", user })}
      >
        {isSuspended ? "Unsuspend…" : "Suspend…"}
      </MenuItem>
    </RowMenu>
  );
}
