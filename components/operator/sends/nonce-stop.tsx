"use client";

import { useState } from "react";
import { AcceptNonceDialog } from "@/components/operator/sends/accept-nonce-dialog";
import { Address } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import type { NetworkStopView, StopView } from "@/lib/fronts/admin/stops-schema";

/** A network that stopped by itself: the chain knows more transactions of an address of ours than our record does. */
export function NonceStop({ stop, network }: { stop: StopView; network: NetworkStopView }) {
  const [isAsked, setAsked] = useState(false);
  const { address } = stop;
  return (
    <Notice tone="wrong" title={`Stopped by itself: ${network.name} is ahead of our record`}>
      <p>
        The chain has transactions of one of our addresses that this database knows nothing of. After a restored backup
        these are what was sent since; otherwise somebody else holds the same seed. Nothing is signed until this is
        settled, so that nothing is paid twice. It resumes by itself when the chain agrees with us again.
      </p>
      <p className="mt-2 break-words">
        <span className="font-medium">The chain’s word against ours:</span> {stop.reason}
      </p>
      {address !== null && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          <span>
            <Address value={address} what="address" isShort />
            <span className="tabular-nums text-ink-soft">, our next nonce: {stop.nextNonce ?? "none yet"}</span>
          </span>
          <Button size="small" onClick={() => setAsked(true)}>
            The chain is right…
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
