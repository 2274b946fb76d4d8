"use client";

import { SettingsForm } from "@/components/people/settings/settings-form";
import { useSettingsForm } from "@/components/people/settings/use-settings-form";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import type { FormPart } from "@/components/ui/use-checked-form";
import { rpc } from "@/lib/fronts/client/rpc";
import { moneyLimitsInput, type OutflowLimitsView } from "@/lib/people/merchants/limits-schema";

export type LimitsCardProps = {
  readonly limits: OutflowLimitsView;
  readonly mayChange: boolean;
  /** How many people of the merchant may pay out, and so agree to what another ordered. */
  readonly deciderCount: number;
};

/** As the form holds it; empty: no limit. */
type OutflowLimitsForm = {
  readonly dailyLimitUsd: string;
  readonly approvalAboveUsd: string;
  readonly refundCeilingUsd: string;
  readonly refundsNeedPayoutKey: boolean;
};

/** What the merchant allows itself of money that leaves. */
export function LimitsCard({ limits, mayChange, deciderCount }: LimitsCardProps) {
  const initial = () => ({
    dailyLimitUsd: limits.dailyLimitUsd ?? "",
    approvalAboveUsd: limits.approvalAboveUsd ?? "",
    refundCeilingUsd: limits.refundCeilingUsd ?? "",
    refundsNeedPayoutKey: limits.refundsNeedPayoutKey,
  });
  const settings = useSettingsForm<OutflowLimitsForm>(moneyLimitsInput, initial, rpc.merchant.setLimits.mutate);
  const { form, change, sending } = settings;
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
        <AmountFields {...settings} />
        {form.approvalAboveUsd.trim() !== "" && deciderCount < 2 && (
          <Notice tone="waiting">
            Nobody else of this merchant may pay out. Until there is a second owner or manager, what is worth more can
            only be refused.
          </Notice>
        )}
        <Checkbox
          label="Refunds over the API need the payout key"
          hint="The payment key alone no longer sends money back, neither a payment nor what a blocked wallet holds."
          isChecked={form.refundsNeedPayoutKey}
          isDisabled={!mayChange}
          onChange={(refundsNeedPayoutKey) => change({ refundsNeedPayoutKey })}
        />
      </SettingsForm>
    </Card>
  );
}

function AmountFields({ form, wrong, change }: FormPart<OutflowLimitsForm>) {
  return (
    <div className="@container">
      <div className="grid gap-4 @xl:grid-cols-2">
        <TextField
          label="24-hour limit, in USD"
          kind="amount"
          isOptional
          hint="Transfers above it are refused."
          error={wrong["dailyLimitUsd"]}
          value={form.dailyLimitUsd}
          onChange={(dailyLimitUsd) => change({ dailyLimitUsd })}
        />
        <TextField
          label="Approval required above, in USD"
          kind="amount"
          isOptional
          hint="Larger transfers wait for another person's approval. 0: always."
          error={wrong["approvalAboveUsd"]}
          value={form.approvalAboveUsd}
          onChange={(approvalAboveUsd) => change({ approvalAboveUsd })}
        />
        <TextField
          label="Refunds elsewhere within 24 hours, in USD"
          kind="amount"
          isOptional
          hint="Most that the payment key refunds to addresses that did not pay. 0: nothing."
          error={wrong["refundCeilingUsd"]}
          value={form.refundCeilingUsd}
          onChange={(refundCeilingUsd) => change({ refundCeilingUsd })}
        />
      </div>
    </div>
  );
}
