"use client";

import { Card } from "@/components/ui/card";
import { DownloadLink } from "@/components/ui/download-link";
import { DeliveryFilters } from "@/components/webhooks/delivery-filters";
import { DeliveryList } from "@/components/webhooks/delivery-list";
import { FailingEndpoints } from "@/components/webhooks/failing-endpoints";
import { useDeliveryFilter } from "@/components/webhooks/use-delivery-filter";
import { webhookExportUrl } from "@/lib/client/webhooks";

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
      <div className="mt-4 flex justify-end">
        <DownloadLink href={webhookExportUrl(filter.asked)}>Export CSV</DownloadLink>
      </div>
    </>
  );
}
