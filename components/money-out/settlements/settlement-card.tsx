import { PayoutStatusBadge } from "@/components/money-out/reviews/payout-status-badge";
import { SettlementActions, type SettlementActionsProps } from "@/components/money-out/settlements/settlement-actions";
import { dueText, STATE_BADGES } from "@/components/money-out/settlements/settlement-labels";
import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/fronts/paths/routes";
import type { SettlementView } from "@/lib/money-out/settlements/schema";

/** One automatic settlement: its state, its terms, and its last payouts. */
export function SettlementCard({ settlement, ...actions }: SettlementActionsProps) {
  const { label, tone, icon } = STATE_BADGES[settlement.state];
  return (
    <Card
      title={`${settlement.coin} on ${settlement.networkName}`}
      action={
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      }
    >
      <div className="flex flex-col gap-4">
        <StateNotice settlement={settlement} />
        <DefinitionList items={definitionsOf(settlement)} />
        <SettlementActions settlement={settlement} {...actions} />
      </div>
    </Card>
  );
}

function StateNotice({
  settlement: { state, stopReason, usableFrom, note },
}: Pick<SettlementActionsProps, "settlement">) {
  if (state === "stopped")
    return (
      <Notice tone="wrong" title="Stopped by the gateway">
        {stopReason} Nothing is paid out until an owner resumes it. Correct the cause first, or it stops again.
      </Notice>
    );
  if (usableFrom !== null)
    return (
      <Notice tone="waiting" title="24-hour security hold">
        Payouts to this address start on <Moment at={usableFrom} />. Every owner can check it until then.
      </Notice>
    );
  return note === null ? null : <Notice tone="neutral">{note}</Notice>;
}

function definitionsOf(settlement: SettlementView): Definition[] {
  const { coin, address, memo, threshold, keep, balance, nextAt, state, urlCallback, savedBy, payouts } = settlement;
  const isRunning = state !== "paused" && state !== "stopped";
  const items: (Definition | null)[] = [
    { term: "To", value: <Address value={address} what="address" /> },
    memo === null ? null : { term: "Memo", value: <span className="break-words">{memo}</span> },
    { term: "When", value: dueText(settlement) },
    { term: "Balance now", value: <Money amount={balance} currency={coin} /> },
    { term: "Minimum amount", value: <Money amount={threshold} currency={coin} /> },
    { term: "Kept in the balance", value: <Money amount={keep} currency={coin} /> },
    nextAt === null || !isRunning
      ? null
      : { term: "Next run", value: <Moment at={nextAt} />, note: "in your time zone" },
    urlCallback === null ? null : { term: "Webhook URL", value: <span className="break-words">{urlCallback}</span> },
    { term: "Saved by", value: savedBy },
    payouts.length === 0 ? null : { term: "Last payouts", value: <LastPayouts payouts={payouts} /> },
  ];
  return items.filter((item) => item !== null);
}

function LastPayouts({ payouts }: Pick<SettlementView, "payouts">) {
  return (
    <ul className="flex flex-col gap-1.5">
      {payouts.map(({ id, status, amount, currency, createdAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <TextLink href={routes.payout(id)}>
            <Moment at={createdAt} />
          </TextLink>
          <Money amount={amount} currency={currency} />
          <PayoutStatusBadge status={status} />
        </li>
      ))}
    </ul>
  );
}
