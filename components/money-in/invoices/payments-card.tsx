import { CircleCheck, CircleX, LoaderCircle } from "lucide-react";
import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/fronts/paths/routes";
import type { DepositDetailView } from "@/lib/money-in/invoices/dashboard-schema";

/** On-chain payments received for this invoice. */
export function PaymentsCard({ deposits }: { deposits: readonly DepositDetailView[] }) {
  return (
    <Card title="Payments">
      {deposits.length === 0 ? (
        <p className="text-ink-soft">No payments detected yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {deposits.map((deposit) => (
            <li key={deposit.id} className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span className="flex flex-wrap items-center gap-x-2">
                  <Money amount={deposit.amount} currency={deposit.currency} />
                  <span className="text-small text-ink-soft">on {deposit.networkName}</span>
                </span>
                <DepositBadge deposit={deposit} />
              </div>
              <Address value={deposit.transactionId} what="transaction" explorerUrl={deposit.transactionUrl} isShort />
              <p className="text-label text-ink-quiet">
                detected <Moment at={deposit.seenAt} />
                {deposit.fromAddress && <> from {shortened(deposit.fromAddress)}</>}
              </p>
              {deposit.caseId && (
                <p className="text-small text-ink-soft">
                  It is not counted toward this invoice automatically.{" "}
                  <TextLink href={routes.cases()}>View case</TextLink>
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function DepositBadge({ deposit }: { deposit: DepositDetailView }) {
  if (deposit.status === "vanished") {
    return (
      <Badge tone="wrong" icon={CircleX}>
        No longer on the chain
      </Badge>
    );
  }
  if (deposit.status === "confirmed") {
    return (
      <Badge tone="good" icon={CircleCheck}>
        Confirmed
      </Badge>
    );
  }
  return (
    <Badge tone="moving" icon={LoaderCircle}>
      {deposit.confirmations === 0
        ? "Waiting for a block"
        : `${deposit.confirmations} of ${deposit.confirmationsNeeded} confirmations`}
    </Badge>
  );
}

function shortened(address: string): string {
  return `${address.slice(0, 8)}…${address.slice(-6)}`;
}
