"use client";

import { useState } from "react";
import { AcceptNonceDialog } from "@/components/operator/sends/accept-nonce-dialog";
import { Address } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import type { NetworkStopView, StopView } from "@/lib/fronts/admin/stops-schema";

/**
 * An automatic stop of a network: the chain has more transactions of one of our addresses than our
 * records.
 */
export function NonceStop({ stop, network }: { stop: StopView; network: NetworkStopView }) {
  const [isAsked, setAsked] = useState(false);
  const { address } = stop;
  return (
    <Notice tone="wrong" title={`Stopped automatically: ${network.name} has transactions missing from this database`}>
      <p>
        The chain has transactions from one of the gateway's addresses that are not in this database: after a restored
        backup, transactions sent since; otherwise someone else has the seed. Signing is paused so nothing is paid
        twice, and resumes automatically when the chain and the database agree.
      </p>
      <p className="mt-2 break-words">
        <span className="font-medium">Details:</span> {stop.reason}
      </p>
      {address !== null && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          <span>
            <Address value={address} what="address" isShort />
            <span className="tabular-nums text-ink-soft">, stored next nonce: {stop.nextNonce ?? "none yet"}</span>
          </span>
          <Button size="small" onClick={() => setAsked(true)}>
            Accept the chain's nonce…
          </Button>
        </div>
      )}
      <p className="mt-1 text-label text-ink-soft">
        <Moment at={stop.stoppedAt} />
      </p>
      {isAsked && address !== null && (
        <AcceptNonceDialog
          network={network}
          address={address}
          nextNonce={stop.nextNonce}
          chainNonce={stop.chainNonce}
          onClose={() => setAsked(false)}
        />
      )}
    </Notice>
  );
}
