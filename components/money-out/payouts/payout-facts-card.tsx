import { receiverFact } from "@/components/delivery/webhooks/receiver-fact";
import { Address } from "@/components/ui/address";
import { Card } from "@/components/ui/card";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Moment } from "@/components/ui/moment";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/fronts/paths/routes";
import type { PayoutDetailView } from "@/lib/money-out/payouts/dashboard-schema";

/** Destination, transaction, and all other details of the order. */
export function PayoutFactsCard({ payout }: { payout: PayoutDetailView }) {
  const items: (Definition | null)[] = [
    {
      term: "To",
      value: <Address value={payout.address} what="address" explorerUrl={payout.addressUrl} />,
      note: `${payout.currency} on ${payout.networkName}`,
    },
    text("Memo", payout.memo),
    payout.transactionId
      ? {
          term: "Transaction",
          value: <Address value={payout.transactionId} what="transaction" explorerUrl={payout.transactionUrl} />,
        }
      : null,
    { term: "Payout ID", value: <Address value={payout.id} what="payout ID" /> },
    {
      term: "Created",
      value: <Moment at={payout.createdAt} />,
      note:
        payout.settledCoin === null ? (
          `by ${payout.requestedBy ?? "your shop, through the API"}`
        ) : (
          <TextLink href={routes.settlement()}>by the automatic settlement of {payout.settledCoin}</TextLink>
        ),
    },
    payout.finalAt ? { term: "Completed", value: <Moment at={payout.finalAt} /> } : null,
    text("Rate source", payout.requestedRateSource),
    receiverFact(payout.receiver),
  ];
  return (
    <Card title="Details">
      <DefinitionList items={items.filter((item) => item !== null)} />
    </Card>
  );
}

function text(term: string, value: string | null): Definition | null {
  return value === null ? null : { term, value: <span className="break-words">{value}</span> };
}
