import { MeaningTable } from "@/components/delivery/docs/meaning-table";
import { Paragraph, Section, SmallHeading } from "@/components/delivery/docs/section";

const PAYMENT = [
  { name: "check", meaning: "waiting for a payment, or for the remaining amount" },
  {
    name: "process",
    meaning: "a payment was detected and is not confirmed yet, or a credited payment was lost in a reorganisation",
  },
  { name: "paid", meaning: "final: paid" },
  { name: "paid_over", meaning: "final: overpaid; the full amount is credited" },
  { name: "wrong_amount", meaning: "final: underpaid; the amount received is credited" },
  { name: "cancel", meaning: "final: expired without a payment, or cancelled" },
  { name: "fail", meaning: "final: the payment was permanently lost in a reorganisation" },
  { name: "system_fail", meaning: "final: system error" },
  { name: "refund_process", meaning: "refund in progress" },
  { name: "refund_paid", meaning: "final: refunded" },
  { name: "refund_fail", meaning: "final: the refund failed; the money was returned to the balance" },
  { name: "locked", meaning: "final: held by screening" },
];

const PAYOUT = [
  { name: "process", meaning: "being sent" },
  { name: "check", meaning: "pending: waiting for approval, funds or lower fees" },
  { name: "paid", meaning: "final: sent and confirmed" },
  { name: "fail", meaning: "final: failed; the money was returned to the balance" },
  { name: "cancel", meaning: "final: cancelled; the money was returned to the balance" },
  { name: "system_fail", meaning: "final: system error; the money was returned to the balance" },
];

export function StatusesSection() {
  return (
    <Section id="statuses" title="Statuses">
      <SmallHeading>Invoices and top-ups</SmallHeading>
      <MeaningTable label="Statuses of invoices" headers={["Status", "Meaning"]} rows={PAYMENT} />
      <Paragraph>
        A final status can change: accepting a late payment turns `cancel` or `wrong_amount` into `paid`, and a chain
        reorganisation can return a paid invoice to `process`. Always use the latest status.
      </Paragraph>
      <SmallHeading>Payouts</SmallHeading>
      <MeaningTable label="Statuses of payouts" headers={["Status", "Meaning"]} rows={PAYOUT} />
    </Section>
  );
}
