import type { FormPart } from "@/components/money-in/invoices/form-part";
import { Card } from "@/components/ui/card";
import { TextField } from "@/components/ui/text-field";

const LINKS = [
  { name: "urlCallback", label: "Webhook URL", hint: "Receives a signed event on each status change." },
  { name: "urlReturn", label: "Return URL", hint: "Where the payment page links back to before payment." },
  { name: "urlSuccess", label: "Success URL", hint: "Where the payer continues after payment." },
] as const;

/** Closed until wanted: a person who creates an invoice by hand seldom has a server to tell. */
export function LinkFields({ form, wrong, change }: FormPart) {
  const isWrong = LINKS.some(({ name }) => wrong[name]);
  return (
    <Card>
      <details open={isWrong || undefined}>
        <summary className="text-title font-semibold tracking-tight">Addresses</summary>
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          {LINKS.map(({ name, label, hint }) => (
            <TextField
              key={name}
              label={label}
              kind="url"
              hint={hint}
              isOptional
              error={wrong[name]}
              value={form[name]}
              onChange={(url) => change({ [name]: url })}
            />
          ))}
        </div>
      </details>
    </Card>
  );
}
