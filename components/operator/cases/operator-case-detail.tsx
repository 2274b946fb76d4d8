"use client";

import { useQuery } from "@tanstack/react-query";
import { RefundItem } from "@/components/exceptions/refunds/refund-item";
import { CaseDecisionCard } from "@/components/operator/cases/case-decision-card";
import { CaseHistory } from "@/components/operator/cases/case-history";
import { caseBadge, OPERATOR_CASE_TEXTS } from "@/components/operator/cases/case-labels";
import type { MerchantChoice } from "@/components/operator/cases/credit-case-dialog";
import { QuestionnaireCard } from "@/components/operator/cases/questionnaire-card";
import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { Loaded } from "@/components/ui/query-states";
import { TextLink } from "@/components/ui/text-link";
import type { OperatorCaseDetailView } from "@/lib/fronts/admin/cases-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";

const REFRESH_MS = 10_000;

export type OperatorCaseDetailProps = {
  readonly id: string;
  /** Candidates for the credit of a case without an owner. */
  readonly merchants: readonly MerchantChoice[];
};

/**
 * One deposit that the operator decides about: what was received, why it is held, the possible
 * decisions, and its history.
 */
export function OperatorCaseDetail({ id, merchants }: OperatorCaseDetailProps) {
  const query = useQuery(rpc.operator.cases.detail.queryOptions({ id }, { refetchInterval: REFRESH_MS }));
  return (
    <Loaded query={query} failure="The case could not be loaded">
      {(row) => (
        <>
          <CaseHeader row={row} />
          <div className="grid items-start gap-5 xl:grid-cols-2">
            <Card title="Payment">
              <DefinitionList items={factsOf(row)} />
            </Card>
            <div className="flex flex-col gap-5">
              <WhyHeld row={row} />
              {row.group === "locked" && row.cameFor?.kind === "invoice" && <QuestionnaireCard row={row} />}
              {row.status === "open" && <CaseDecisionCard row={row} merchants={merchants} />}
              {row.refunds.length > 0 && (
                <Card title="Refunds">
                  <ul aria-label="Refunds" className="divide-y divide-line">
                    {row.refunds.map((refund) => (
                      <RefundItem key={refund.id} refund={refund} />
                    ))}
                  </ul>
                </Card>
              )}
              <CaseHistory row={row} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  );
}

function CaseHeader({ row }: { row: OperatorCaseDetailView }) {
  const { label, tone, icon } = caseBadge(row);
  return (
    <PageHeader
      back={{ href: routes.operatorCases(), label: "Cases" }}
      title={OPERATOR_CASE_TEXTS[row.group].title}
      badge={
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      }
    />
  );
}

function WhyHeld({ row }: { row: OperatorCaseDetailView }) {
  const { group, verdict, status } = row;
  const { why, meanwhile } = OPERATOR_CASE_TEXTS[group];
  return (
    <Card title="Reason for the hold">
      <p>
        {why} {status === "open" && meanwhile}
      </p>
      {verdict !== null && (
        <>
          <ul aria-label="Lists containing the sender" className="mt-3 flex flex-col gap-2">
            {verdict.lists.map(({ list, version, note }) => (
              <li key={`${list} ${version}`} className="rounded-control bg-waiting-soft p-3">
                <p className="break-words font-medium">
                  {list} <span className="text-small font-normal text-ink-soft">version {version}</span>
                </p>
                <p className="break-words text-small">{note === "" ? "The list gives no reason." : note}</p>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-label text-ink-quiet">
            Asked <Moment at={verdict.at} />
          </p>
        </>
      )}
    </Card>
  );
}

function factsOf(row: OperatorCaseDetailView): readonly Definition[] {
  return [
    {
      term: "Amount",
      value: (
        <Money
          amount={row.amount}
          currency={row.currency}
          fiat={row.usd === null ? null : { amount: row.usd, currency: "USD" }}
          size="large"
        />
      ),
      note: row.usd === null ? "No current price." : "At the current price.",
    },
    { term: "Network", value: row.networkName },
    { term: "From", value: <Sender row={row} /> },
    { term: "To", value: <Address value={row.toAddress} what="address" explorerUrl={row.toUrl} /> },
    {
      term: "Transaction",
      value: <Address value={row.transactionId} what="transaction" explorerUrl={row.transactionUrl} />,
    },
    { term: "Sent", value: <Moment at={row.sentAt} /> },
    { term: "Paid to", value: <CameFor row={row} /> },
    {
      term: "Merchant",
      value:
        row.merchant === null ? (
          <span className="text-ink-soft">None</span>
        ) : (
          <TextLink href={routes.operatorMerchant(row.merchant.id)}>{row.merchant.name}</TextLink>
        ),
    },
    { term: "Case", value: <Address value={row.id} what="id" isShort /> },
  ];
}

function Sender({ row: { fromAddress, fromUrl } }: { row: OperatorCaseDetailView }) {
  if (fromAddress === null) return <span className="text-ink-soft">Unknown</span>;
  return <Address value={fromAddress} what="address" explorerUrl={fromUrl} />;
}

function CameFor({ row: { cameFor } }: { row: OperatorCaseDetailView }) {
  if (cameFor === null) return <span className="text-ink-soft">Unassigned address</span>;
  return (
    <span className="break-words">
      {cameFor.kind === "invoice" ? "Invoice" : "Static wallet"} {cameFor.orderId}{" "}
      <Address value={cameFor.id} what="id" isShort />
    </span>
  );
}
