"use client";

import { Card } from "@/components/ui/card";
import { DeliveryFilters } from "@/components/webhooks/delivery-filters";
import { DeliveryList } from "@/components/webhooks/delivery-list";
import { FailingEndpoints } from "@/components/webhooks/failing-endpoints";
import { useDeliveryFilter } from "@/components/webhooks/use-delivery-filter";

export function WebhookPage({ mayResend }: { mayResend: boolean }) {
  const filter = useDeliveryFilter();
  const clear = filter.isFiltered ? () => void filter.set(null) : undefined;
  return (
    <>
      <FailingEndpoints />
      <DeliveryFilters filter={filter} />
      <Card isPadded={false}>
        <DeliveryList filter={filter.asked} mayResend={mayResend} {...(clear && { onClearFilter: clear })} />
      </Card>
    </>
  );
}
