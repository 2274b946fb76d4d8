"use client";

import { DeliveryFilters } from "@/components/delivery/webhooks/delivery-filters";
import { DeliveryList } from "@/components/delivery/webhooks/delivery-list";
import { FailingEndpoints } from "@/components/delivery/webhooks/failing-endpoints";
import { useDeliveryFilter } from "@/components/delivery/webhooks/use-delivery-filter";
import { Card } from "@/components/ui/card";

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
