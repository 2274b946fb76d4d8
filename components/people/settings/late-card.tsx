"use client";

import { SettingsForm } from "@/components/people/settings/settings-form";
import { useSettingsForm } from "@/components/people/settings/use-settings-form";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Moment } from "@/components/ui/moment";
import { Select } from "@/components/ui/select";
import { rpc } from "@/lib/fronts/client/rpc";
import { merchantSettingsInput, type PayerCareInput } from "@/lib/people/merchants/schema";

const DRIFTS = [0, 1, 2, 5, 10];

export type LateCardProps = {
  readonly settings: PayerCareInput;
  /** Start of automatic refunds on payers' requests; null while they need a decision. */
  readonly automaticFrom: string | null;
  readonly mayChange: boolean;
};

type Part = {
  readonly form: PayerCareInput;
  readonly change: (part: Partial<PayerCareInput>) => void;
};

/**
 * What happens automatically when a payer is late or requests a refund. Each choice states the
 * resulting text on the payer's page.
 */
export function LateCard({ settings, automaticFrom, mayChange }: LateCardProps) {
  const { form, change, sending } = useSettingsForm<PayerCareInput>(
    merchantSettingsInput,
    () => settings,
    rpc.merchant.changeSettings.mutate,
  );
  return (
    <Card title="Late payments and refunds" description={mayChange ? undefined : "Only an owner can change these."}>
      <SettingsForm mayChange={mayChange} {...sending}>
        <LateFields form={form} change={change} />
        <Checkbox
          label="Payers can request a new price"
          hint="After an invoice expires unpaid, the payer can get a new price: for a week, at most eight times a day, and never after you cancelled it."
          isChecked={form.payerMayRefresh}
          isDisabled={!mayChange}
          onChange={(payerMayRefresh) => change({ payerMayRefresh })}
        />
        <RefundField form={form} change={change} automaticFrom={automaticFrom} />
      </SettingsForm>
    </Card>
  );
}

function LateFields({ form, change }: Part) {
  const isAccepting = form.latePolicy === "accept";
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Late payments"
        hint={
          isAccepting
            ? "Credited within a week of expiry, and the invoice becomes paid. Other late payments become cases."
            : "Held as cases until you credit or refund them."
        }
      >
        {(control) => (
          <Select
            {...control}
            value={form.latePolicy}
            onChange={(event) => change({ latePolicy: event.target.value === "accept" ? "accept" : "hold" })}
          >
            <option value="hold">Hold for a decision</option>
            <option value="accept">Credit if the rate is within the limit</option>
          </Select>
        )}
      </Field>
      {isAccepting && (
        <Field label="Maximum rate change" hint="Since the price shown to the payer, up or down.">
          {(control) => (
            <Select
              {...control}
              value={String(form.lateDriftPercent)}
              onChange={(event) => change({ lateDriftPercent: Number.parseInt(event.target.value, 10) })}
            >
              {[...new Set([...DRIFTS, form.lateDriftPercent])].map((percent) => (
                <option key={percent} value={percent}>
                  {percent}%
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  );
}

function RefundField({ form, change, automaticFrom }: Part & Pick<LateCardProps, "automaticFrom">) {
  const isAutomatic = form.refundRequestPolicy === "automatic";
  return (
    <Field
      label="Refund requests"
      hint={
        isAutomatic ? (
          <>
            Sent as soon as the payer confirms by e-mail or wallet, within all outgoing limits.{" "}
            {automaticFrom === null ? (
              "Starts 24 hours after you save it; until then each request needs approval."
            ) : (
              <>
                Active from <Moment at={automaticFrom} />; requests confirmed earlier need approval.
              </>
            )}
          </>
        ) : (
          "Once the payer confirms by e-mail or wallet, a member must approve or refuse it."
        )
      }
    >
      {(control) => (
        <Select
          {...control}
          value={form.refundRequestPolicy}
          onChange={(event) =>
            change({ refundRequestPolicy: event.target.value === "automatic" ? "automatic" : "approve" })
          }
        >
          <option value="approve">Require approval</option>
          <option value="automatic">Send automatically</option>
        </Select>
      )}
    </Field>
  );
}
