import { STATUS_WORDS } from "@/components/cases/case-words";
import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import type { OperatorCaseView } from "@/lib/operations/cases-schema";

export type OperatorCaseItemProps = {
  readonly row: OperatorCaseView;
  readonly onCredit: () => void;
  readonly onRefund: () => void;
};

/** One deposit that waits for the operator: what it is, what the lists say, and the two ways to decide. */
export function OperatorCaseItem({ row, onCredit, onRefund }: OperatorCaseItemProps) {
  const status = STATUS_WORDS[row.status];
  return (
    <li className="flex flex-col gap-3 px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{row.group === "locked" ? "Held by screening" : "Nobody's address"}</span>
          <Badge tone={status.tone} icon={status.icon}>
            {status.word}
          </Badge>
        </span>
        <span className="inline-flex flex-col sm:items-end">
          <Money amount={row.amount} currency={row.currency} size="large" />
          <span className="text-label text-ink-quiet">on {row.networkName}</span>
        </span>
      </div>
      <DefinitionList items={factsOf(row)} />
      {row.status === "open" && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={onCredit} disabled={!row.isConfirmed}>
            {row.group === "locked" ? "Release…" : "Credit…"}
          </Button>
          <Button size="small" onClick={onRefund} disabled={!row.isConfirmed}>
            Refund…
          </Button>
          {!row.isConfirmed && <span className="self-center text-small text-ink-soft">Not confirmed yet</span>}
        </div>
      )}
    </li>
  );
}

function factsOf(row: OperatorCaseView): readonly Definition[] {
  return [
    ...(row.merchantName === null ? [] : [{ term: "Merchant", value: row.merchantName }]),
    ...(row.verdict === null
      ? []
      : [
          {
            term: "Named by",
            value: row.verdict.lists.map(({ list, version, note }) => (
              <p key={list} className="break-words">
                {list} (version {version}){note !== "" && `: ${note}`}
              </p>
            )),
            note: (
              <>
                Asked <Moment at={row.verdict.at} />
              </>
            ),
          },
        ]),
    {
      term: "From",
      value:
        row.fromAddress === null ? (
          <span className="text-ink-soft">The chain does not tell</span>
        ) : (
          <Address value={row.fromAddress} what="address" />
        ),
    },
    { term: "To", value: <Address value={row.toAddress} what="address" /> },
    {
      term: "Transaction",
      value: <Address value={row.transactionId} what="transaction" explorerUrl={row.transactionUrl} isShort />,
    },
    {
      term: "Since",
      value: <Moment at={row.openedAt} />,
      ...(row.resolution !== null && { note: row.resolution }),
    },
  ];
}
