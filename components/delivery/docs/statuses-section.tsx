import { MeaningTable } from "@/components/delivery/docs/meaning-table";
import { Paragraph, Section, SmallHeading } from "@/components/delivery/docs/section";

const PAYMENT = [
  { name: "check", meaning: "waits for a (further) transaction" },
  {
    name: "process",
    meaning: "one is seen and not yet deep enough; or a credited one left its chain and is waited for",
  },
  { name: "paid", meaning: "final: paid" },
  { name: "paid_over", meaning: "final: more than asked came, all of it is credited" },
  { name: "wrong_amount", meaning: "final: closed short; what came is credited" },
  { name: "cancel", meaning: "final: nothing came in time" },
  { name: "fail", meaning: "final: the payment was lost on its chain for good" },
  { name: "system_fail", meaning: "final: something broke on our side" },
  { name: "refund_process", meaning: "a refund is under way" },
  { name: "refund_paid", meaning: "final: refunded" },
  { name: "refund_fail", meaning: "final: the refund failed, the money is back in the balance" },
  { name: "locked", meaning: "final: held by screening" },
];

const PAYOUT = [
  { name: "process", meaning: "being sent" },
  { name: "check", meaning: "being verified" },
  { name: "paid", meaning: "final: sent and confirmed" },
  { name: "fail", meaning: "final: it failed, the money is back in the balance" },
  { name: "cancel", meaning: "final: called off, the money is back in the balance" },
  { name: "system_fail", meaning: "final: something broke on our side, the money is back in the balance" },
];

export function StatusesSection() {
  return (
    <Section id="statuses" title="Statuses">
      <SmallHeading>Invoices and top-ups</SmallHeading>
      <MeaningTable label="Statuses of invoices" headers={["Status", "Meaning"]} rows={PAYMENT} />
      <Paragraph>
        A final status may change once more: a late payment that is accepted turns `cancel` or `wrong_amount` into
        `paid`, and a reorganisation of the chain can take a paid invoice back to `process`. Go by the newest.
      </Paragraph>
      <SmallHeading>Payouts</SmallHeading>
      <MeaningTable label="Statuses of payouts" headers={["Status", "Meaning"]} rows={PAYOUT} />
    </Section>
  );
}
