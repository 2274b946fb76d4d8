"use client";

import { LookUpTokenDialog } from "@/components/operator/networks/token-dialogs";
import { Address } from "@/components/ui/address";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { DialogButton } from "@/components/ui/dialog-button";
import { Moment } from "@/components/ui/moment";
import type { Column } from "@/components/ui/table-column";
import type { NetworkDetailView, UnknownTokenView } from "@/lib/fronts/admin/networks-schema";
import { groupDigits } from "@/lib/kernel/money/format";

export type UnknownTokensProps = {
  readonly network: Pick<NetworkDetailView, "code" | "name">;
  readonly tokens: readonly UnknownTokenView[];
  readonly canAdd: boolean;
};

/**
 * Tokens received at our addresses that are not in the catalog: helps to answer a payer's question.
 * Renders nothing if there are none.
 */
export function UnknownTokens({ network, tokens, canAdd }: UnknownTokensProps) {
  if (tokens.length === 0) return null;
  return (
    <Card
      title="Tokens outside the catalog"
      description="Tokens received at your addresses that are not in the catalog. They are not booked because their value is unknown. Most are advertising."
      isPadded={false}
    >
      <DataTable
        label="Tokens outside the catalog"
        columns={canAdd ? [...COLUMNS, addColumn(network)] : COLUMNS}
        rows={tokens}
        keyOf={({ contract }) => contract}
      />
    </Card>
  );
}

const COLUMNS: readonly Column<UnknownTokenView>[] = [
  {
    id: "contract",
    header: "Contract",
    phone: "title",
    cell: ({ contract }) => <Address value={contract} what="contract" isShort />,
  },
  {
    id: "count",
    header: "Transfers",
    align: "end",
    sortBy: { kind: "amount", read: ({ count }) => count },
    cell: ({ count }) => <span className="tabular-nums">{groupDigits(count)}</span>,
  },
  {
    id: "newest",
    header: "Newest",
    sortBy: { kind: "moment", read: ({ lastSeenAt }) => lastSeenAt },
    cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} style="relative" />,
  },
  {
    id: "transaction",
    header: "Transaction",
    cell: ({ transactionId, transactionUrl }) =>
      transactionId === null ? (
        "Not stored"
      ) : (
        <Address value={transactionId} what="transaction" explorerUrl={transactionUrl} isShort />
      ),
  },
  {
    id: "address",
    header: "To",
    cell: ({ toAddress }) => (toAddress === null ? "Not stored" : <Address value={toAddress} what="address" isShort />),
  },
];

function addColumn(network: UnknownTokensProps["network"]): Column<UnknownTokenView> {
  return {
    id: "add",
    header: "Add",
    align: "end",
    cell: ({ contract }) => (
      <DialogButton label="Add…" aria-label={`Add the token ${contract}`}>
        {(close) => <LookUpTokenDialog network={network} contract={contract} onClose={close} />}
      </DialogButton>
    ),
  };
}
