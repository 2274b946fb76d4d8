import { Card } from "@/components/ui/card";
import { Money } from "@/components/ui/money";
import type { VolumeView } from "@/lib/invoices/dashboard-schema";

const HOURS_PER_DAY = 24;

/** How much came in lately, window by window. */
export function VolumeCards({ volumes }: { volumes: readonly VolumeView[] }) {
  return (
    <div className="grid gap-3 sm:grid-cols-3 sm:gap-5">
      {volumes.map((volume) => (
        <Card key={volume.days}>
          <h2 className="text-small text-ink-soft">{windowName(volume.days)}</h2>
          <p className="mt-1">
            <Money amount={volume.receivedUsd} currency="USD" size="hero" />
          </p>
          <p className="mt-1 text-small text-ink-soft">
            <span className="font-medium text-ink">{volume.paid}</span> paid of {volume.created}{" "}
            {volume.created === 1 ? "invoice" : "invoices"}
          </p>
        </Card>
      ))}
    </div>
  );
}

function windowName(days: number): string {
  return days === 1 ? `Received in ${HOURS_PER_DAY} hours` : `Received in ${days} days`;
}
