"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { saveShop } from "@/lib/client/account";
import { RequestFailure } from "@/lib/client/fetch-json";
import type { ShopInput } from "@/lib/merchants/schema";

export type MerchantCardProps = { readonly settings: ShopInput; readonly mayChange: boolean };

/** What the merchant decides about itself. */
export function MerchantCard({ settings, mayChange }: MerchantCardProps) {
  const router = useRouter();
  const [form, setForm] = useState(settings);
  const save = useMutation({
    mutationFn: saveShop,
    onSuccess: () => {
      toast.success("Saved.");
      router.refresh();
    },
  });
  const change = (part: Partial<ShopInput>) => setForm((before) => ({ ...before, ...part }));
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
