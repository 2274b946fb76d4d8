"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { saveMerchantSettings } from "@/lib/client/account";
import { RequestFailure } from "@/lib/client/fetch-json";
import type { MerchantSettingsInput } from "@/lib/merchants/schema";

const DRIFTS = [0, 1, 2, 5, 10];

export type MerchantCardProps = { readonly settings: MerchantSettingsInput; readonly mayChange: boolean };

/** What the merchant decides about itself. */
export function MerchantCard({ settings, mayChange }: MerchantCardProps) {
  const router = useRouter();
  const [form, setForm] = useState(settings);
  const save = useMutation({
    mutationFn: saveMerchantSettings,
    onSuccess: () => {
      toast.success("Saved.");
      router.refresh();
    },
  });
  const change = (part: Partial<MerchantSettingsInput>) => setForm((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(form);
  };
  const wrong = save.error instanceof RequestFailure ? save.error.fields : {};
  return (
    <Card title="Shop" description={mayChange ? undefined : "Only an owner can change these."}>
      <form onSubmit={submit}>
        <fieldset disabled={!mayChange} className="flex flex-col gap-4">
          {save.error && Object.keys(wrong).length === 0 && <Notice tone="wrong">{save.error.message}</Notice>}
          <Field label="Name of the shop" hint="Payers see it." error={wrong["name"]}>
            {(control) => (
              <Input {...control} value={form.name} onChange={(event) => change({ name: event.target.value })} />
            )}
          </Field>
          <Field
            label="Support contact"
            isOptional
            hint="Shown to payers as the one to ask: an e-mail, a phone number, an address."
            error={wrong["supportContact"]}
          >
            {(control) => (
              <Input
                {...control}
                value={form.supportContact}
                onChange={(event) => change({ supportContact: event.target.value })}
              />
            )}
          </Field>
          <LateFields form={form} change={change} />
          <Checkbox
            label="Payers may ask for a new price"
            hint="When an invoice has expired, its page offers to go on at the price of that moment."
            isChecked={form.payerMayRefresh}
            isDisabled={!mayChange}
            onChange={(payerMayRefresh) => change({ payerMayRefresh })}
          />
          {mayChange && (
            <Button type="submit" isBusy={save.isPending} className="self-start">
              Save
            </Button>
          )}
        </fieldset>
      </form>
    </Card>
  );
}

type LateFieldsProps = {
  readonly form: MerchantSettingsInput;
  readonly change: (part: Partial<MerchantSettingsInput>) => void;
};

function LateFields({ form, change }: LateFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="A payment that comes late">
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
      {form.latePolicy === "accept" && (
        <Field label="The rate may have moved by">
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
