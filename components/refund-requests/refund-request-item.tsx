import { CircleCheck, CircleX, Clock, type LucideIcon } from "lucide-react";
import { Address } from "@/components/ui/address";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/client/routes";
import type { RefundRequestRow } from "@/lib/refund-requests/schema";

const LOOKS: Readonly<Record<RefundRequestRow["status"], { word: string; tone: Tone; icon: LucideIcon }>> = {
  confirmed: { word: "Waits for you", tone: "waiting", icon: Clock },
  approved: { word: "Approved", tone: "good", icon: CircleCheck },
  refused: { word: "Refused", tone: "neutral", icon: CircleX },
};

const KINDS: Readonly<Record<RefundRequestRow["kind"], string>> = {
  short: "All that arrived of a payment that closed short",
  surplus: "What is beyond the price",
  case: "The deposit of a case",
};

const PROOFS: Readonly<Record<RefundRequestRow["proof"], string>> = {
  email: "confirmed by the link sent to the payer's e-mail address",
  signature: "signed by the wallet that paid",
};

export type RefundRequestItemProps = {
  readonly row: RefundRequestRow;
  /** It stands on its invoice's own page. */
  readonly isOfInvoice: boolean;
  /** Left out where the person may not. */
  readonly onDecide?: (decision: "approve" | "refuse") => void;
};

/** One wish of a payer: how much, where to, how we know, and what became of it. */
export function RefundRequestItem({ row, isOfInvoice, onDecide }: RefundRequestItemProps) {
  const { word, tone, icon } = LOOKS[row.status];
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span>
          <Money amount={row.amount} currency={row.currency} />{" "}
          <span className="text-small text-ink-soft">on {row.networkName}</span>
        </span>
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      </div>
      <p className="text-small text-ink-soft">
        {KINDS[row.kind]}
        {!isOfInvoice && (
          <>
            {" · "}
            <TextLink href={routes.invoice(row.invoiceId)}>{row.orderId}</TextLink>
          </>
        )}
      </p>
      <Address value={row.address} what="address" explorerUrl={row.addressUrl} />
      {row.failure && row.status === "confirmed" && (
        <p className="break-words text-small text-wrong">It could not be refunded by itself: {row.failure}</p>
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
