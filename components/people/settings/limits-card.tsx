"use client";

import { SettingsForm } from "@/components/people/settings/settings-form";
import { useSettingsForm } from "@/components/people/settings/use-settings-form";
import { Card } from "@/components/ui/card";
import { type FormField, FormFields } from "@/components/ui/form-fields";
import { Notice } from "@/components/ui/notice";
import { rpc } from "@/lib/fronts/client/rpc";
import { moneyLimitsInput, type OutflowLimitsView } from "@/lib/people/merchants/limits-schema";

export type LimitsCardProps = {
  readonly limits: OutflowLimitsView;
  readonly mayChange: boolean;
  /** Number of members who may pay out, and so approve another member's order. */
  readonly deciderCount: number;
};

/** As the form holds it; empty: no limit. */
type OutflowLimitsForm = {
  readonly dailyLimitUsd: string;
  readonly approvalAboveUsd: string;
  readonly refundCeilingUsd: string;
  readonly refundsNeedPayoutKey: boolean;
};

const AMOUNTS: readonly FormField<OutflowLimitsForm>[] = [
  {
    name: "dailyLimitUsd",
    kind: "amount",
    label: "24-hour limit, in USD",
    isOptional: true,
    hint: "Transfers above it are refused.",
  },
  {
    name: "approvalAboveUsd",
    kind: "amount",
    label: "Approval required above, in USD",
    isOptional: true,
    hint: "Larger transfers need another person's approval. 0: always.",
  },
  {
    name: "refundCeilingUsd",
    kind: "amount",
    label: "24-hour limit for refunds to other addresses, in USD",
    isOptional: true,
    hint: "The most the payment key can refund to addresses that did not pay. 0: nothing.",
  },
];

const NEEDS_PAYOUT_KEY: FormField<OutflowLimitsForm> = {
  name: "refundsNeedPayoutKey",
  kind: "check",
  label: "Require the payout key for API refunds",
  hint: "Refunds of payments and of blocked wallets must then be signed with the payout key.",
};

/** The merchant's own limits for outgoing money. */
export function LimitsCard({ limits, mayChange, deciderCount }: LimitsCardProps) {
  const initial = () => ({
    dailyLimitUsd: limits.dailyLimitUsd ?? "",
    approvalAboveUsd: limits.approvalAboveUsd ?? "",
    refundCeilingUsd: limits.refundCeilingUsd ?? "",
    refundsNeedPayoutKey: limits.refundsNeedPayoutKey,
  });
  const settings = useSettingsForm<OutflowLimitsForm>(moneyLimitsInput, initial, rpc.merchant.setLimits.mutate);
  const { form, sending } = settings;
  return (
    <Card
      title="Outgoing limits"
      description={
        mayChange
          ? "Apply to payouts, refunds and transfers to a personal wallet. Empty: no limit. Raising or removing a limit puts outgoing transfers on hold for 24 hours."
          : "Only an owner can change these."
      }
    >
      <SettingsForm mayChange={mayChange} {...sending}>
        <div className="@container">
          <div className="grid gap-4 @xl:grid-cols-2">
            <FormFields {...settings} fields={AMOUNTS} />
          </div>
        </div>
        {form.approvalAboveUsd.trim() !== "" && deciderCount < 2 && (
          <Notice tone="waiting">
            No other member can approve payouts. Until there is a second owner or manager, larger payouts can only be
            refused.
          </Notice>
        )}
        <FormFields {...settings} fields={[NEEDS_PAYOUT_KEY]} />
      </SettingsForm>
    </Card>
  );
}
