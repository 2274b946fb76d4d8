"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import { Card } from "@/components/ui/card";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { DeliveryList } from "@/components/webhooks/delivery-list";

const STATES = ["pending", "delivered", "failed"] as const;
type State = (typeof STATES)[number];

const CHOICES: readonly { value: State | "all"; label: string }[] = [
  { value: "all", label: "All" },
  { value: "pending", label: "Under way" },
  { value: "delivered", label: "Delivered" },
  { value: "failed", label: "Given up" },
];

export function WebhookPage({ mayResend }: { mayResend: boolean }) {
  const [state, setState] = useQueryState("state", parseAsStringLiteral(STATES));
  return (
    <>
      <div className="mb-4">
        <FilterTabs
          label="State"
          value={state ?? "all"}
          choices={CHOICES}
          onChange={(value) => void setState(value === "all" ? null : value)}
        />
      </div>
      <Card isPadded={false}>
        <DeliveryList filter={state ? { state } : {}} mayResend={mayResend} />
      </Card>
    </>
  );
}
