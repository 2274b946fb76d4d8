import { TextField } from "@/components/ui/text-field";
import type { FormPart } from "@/components/ui/use-checked-form";

type OrderIdFieldProps = FormPart<{ orderId: string }> & { readonly hint?: string; readonly isOptional?: boolean };

/** The merchant's own name for what a form creates; where it may be left empty one is made. */
export function OrderIdField({
  form,
  wrong,
  change,
  hint = "Your own reference. Generated if empty.",
  isOptional = true,
}: OrderIdFieldProps) {
  return (
    <TextField
      label="Order id"
      isOptional={isOptional}
      hint={hint}
      error={wrong["orderId"]}
      value={form.orderId}
      onChange={(orderId) => change({ orderId })}
    />
  );
}

type WebhookFieldProps = FormPart<{ urlCallback: string }> & { readonly hint: string };

/** Which server of the merchant's is told of it. */
export function WebhookField({ form, wrong, change, hint }: WebhookFieldProps) {
  return (
    <TextField
      label="Webhook URL"
      kind="url"
      isOptional
      hint={hint}
      error={wrong["urlCallback"]}
      value={form.urlCallback}
      onChange={(urlCallback) => change({ urlCallback })}
    />
  );
}
