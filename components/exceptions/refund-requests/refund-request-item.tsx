import { CircleCheck, CircleX, Clock, type LucideIcon } from "lucide-react";
import { Address } from "@/components/ui/address";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { TextLink } from "@/components/ui/text-link";
import type { RefundRequestRow } from "@/lib/exceptions/refund-requests/schema";
import { routes } from "@/lib/fronts/paths/routes";

const BADGES: Readonly<Record<RefundRequestRow["status"], { label: string; tone: Tone; icon: LucideIcon }>> = {
  confirmed: { label: "Needs your decision", tone: "waiting", icon: Clock },
  approved: { label: "Approved", tone: "good", icon: CircleCheck },
  refused: { label: "Refused", tone: "neutral", icon: CircleX },
};

const KINDS: Readonly<Record<RefundRequestRow["kind"], string>> = {
  short: "Underpaid: full amount",
  surplus: "Overpaid: surplus",
  case: "Case: full deposit",
};

const PROOFS: Readonly<Record<RefundRequestRow["proof"], string>> = {
  email: "confirmed by the link sent to the payer's e-mail address",
  signature: "signed by the wallet that paid",
};

export type RefundRequestItemProps = {
  readonly row: RefundRequestRow;
  /** In the requests of its invoice, or in the list of all cases. */
  readonly place: "invoice" | "cases";
  /** Omitted if the user lacks the permission. */
  readonly onDecide?: (decision: "approve" | "refuse") => void;
};

const PADDING = { invoice: "py-3 first:pt-0 last:pb-0", cases: "px-4 py-4 sm:px-5" } as const;

/** One refund request: amount, destination, proof of ownership and outcome. */
export function RefundRequestItem({ row, place, onDecide }: RefundRequestItemProps) {
  const { label, tone, icon } = BADGES[row.status];
  return (
    <li className={classNames("flex flex-col gap-2", PADDING[place])}>
      {place === "cases" && <span className="font-medium">Refund request</span>}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span>
          <Money amount={row.amount} currency={row.currency} />{" "}
          <span className="text-small text-ink-soft">on {row.networkName}</span>
        </span>
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      </div>
      <p className="text-small text-ink-soft">
        {KINDS[row.kind]}
        {place === "cases" && (
          <>
            {" · "}
            <TextLink href={routes.invoice(row.invoiceId)}>{row.orderId}</TextLink>
          </>
        )}
      </p>
      <Address value={row.address} what="address" explorerUrl={row.addressUrl} />
      {row.failure && row.status === "confirmed" && (
        <p className="break-words text-small text-wrong">Automatic refund failed: {row.failure}</p>
      )}
      {row.note && <p className="break-words text-small text-ink-soft">You told the payer: {row.note}</p>}
      <p className="text-label text-ink-quiet">
        <Moment at={row.createdAt} /> · {PROOFS[row.proof]}
        {row.decidedAt && ` · decided by ${row.decidedBy ?? "your policy"}`}
      </p>
      {onDecide && row.status === "confirmed" && (
        <div className="flex gap-2">
          <Button size="small" onClick={() => onDecide("approve")}>
            Refund…
          </Button>
          <Button size="small" onClick={() => onDecide("refuse")}>
            Refuse…
          </Button>
        </div>
      )}
    </li>
  );
}
