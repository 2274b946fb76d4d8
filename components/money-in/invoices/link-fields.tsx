import type { FormPart } from "@/components/money-in/invoices/form-part";
import { Card } from "@/components/ui/card";
import { FormFields } from "@/components/ui/form-fields";
import { WEBHOOK } from "@/components/ui/order-fields";

const URL = { kind: "url", isOptional: true } as const;
const LINKS = [
  { ...WEBHOOK, hint: "Receives a signed event on each status change." },
  { ...URL, name: "urlReturn", label: "Return URL", hint: "Where the payment page links back to before payment." },
  { ...URL, name: "urlSuccess", label: "Success URL", hint: "Where the payer continues after payment." },
] as const;

/** Collapsed by default: a user who creates an invoice by hand seldom has a server to notify. */
export function LinkFields(part: FormPart) {
  const isWrong = LINKS.some(({ name }) => part.wrong[name]);
  return (
    <Card>
      <details open={isWrong || undefined}>
        <summary className="text-title font-semibold tracking-tight">URLs</summary>
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          <FormFields {...part} fields={LINKS} />
        </div>
      </details>
    </Card>
  );
}
