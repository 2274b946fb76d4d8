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
  /** From when on refunds that payers ask for go by themselves; null while somebody decides. */
  readonly automaticFrom: string | null;
  readonly mayChange: boolean;
};

type Part = {
  readonly form: PayerCareInput;
  readonly change: (part: Partial<PayerCareInput>) => void;
};

/** What happens by itself when a payer is late, or wants money back. Each choice says what the payer's page will say of it. */
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
          hint="When an invoice has expired and nothing was sent, its page offers to go on at the price of that moment: for a week, at most eight times a day, and never after you have cancelled it."
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
        label="A payment that comes late"
        hint={
          isAccepting
            ? "It is credited, and the invoice paid, if it comes within a week. Anything else waits under Cases."
            : "It is held under Cases until you credit or return it."
        }
      >
        {(control) => (
          <Select
            {...control}
            value={form.latePolicy}
            onChange={(event) => change({ latePolicy: event.target.value === "accept" ? "accept" : "hold" })}
          >
            <option value="hold">waits for a decision</option>
            <option value="accept">counts, if the rate still fits</option>
          </Select>
        )}
      </Field>
      {isAccepting && (
        <Field label="The rate may have moved by" hint="Since the price that the payer was shown, up or down.">
          {(control) => (
            <Select
              {...control}
              value={String(form.lateDriftPercent)}
              onChange={(event) => change({ lateDriftPercent: Number.parseInt(event.target.value, 10) })}
            >
              {[...new Set([...DRIFTS, form.lateDriftPercent])].map((percent) => (
                <option key={percent} value={percent}>
                  {percent} %
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
      label="When a payer requests a refund"
      hint={
        isAutomatic ? (
          <>
            Confirmed by the payer's e-mail or wallet, it is sent at once, within all outgoing limits.{" "}
            {automaticFrom === null ? (
              "This begins 24 hours after you save it; until then each request needs approval."
            ) : (
              <>
                This counts from <Moment at={automaticFrom} /> on; what was confirmed before then needs approval.
              </>
            )}
          </>
        ) : (
          "Confirmed by the payer's e-mail or wallet, it waits for a member to approve or refuse it."
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
          <option value="approve">requires your approval</option>
          <option value="automatic">is sent automatically</option>
        </Select>
      )}
    </Field>
  );
}
