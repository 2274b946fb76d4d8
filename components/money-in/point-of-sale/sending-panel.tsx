"use client";

import { LoaderCircle, WifiOff } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Money } from "@/components/ui/money";
import type { ChargeInput } from "@/lib/money-in/point-of-sale/dashboard-schema";

export type SendingPanelProps = {
  readonly charge: ChargeInput;
  /** Why the last attempt had no result; null before the first one ended. */
  readonly obstacle: string | null;
  readonly onStop: () => void;
};

/** A sale without an answer: visible until it has one. */
export function SendingPanel({ charge, obstacle, onStop }: SendingPanelProps) {
  const isLate = obstacle !== null;
  const Icon = isLate ? WifiOff : LoaderCircle;
  return (
    <Card>
      <div className="flex flex-col items-center gap-4 py-8 text-center">
        <Icon
          aria-hidden
          className={isLate ? "size-12 text-waiting" : "size-12 text-ink-quiet motion-safe:animate-spin"}
        />
        <div role="status">
          <p className="text-page font-semibold">{isLate ? "Not sent yet, trying again" : "Sending the sale"}</p>
          {isLate && <p className="mt-1 max-w-prose text-small text-ink-soft">{obstacle}</p>}
        </div>
        <Money amount={charge.total} currency={charge.currency} size="hero" mayBreak />
        {isLate && (
          <>
            <p className="max-w-prose text-small text-ink-soft">
              The sale is kept on this device, also when you reload the page. It is sent as soon as the connection
              returns, and it can't be charged twice. If you stop and it had arrived, it is among the sales of today.
            </p>
            <Button className="!h-11" onClick={onStop}>
              Stop trying
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}
