"use client";

import { QrCode } from "lucide-react";
import { QRCodeSVG } from "qrcode.react";
import { Address } from "@/components/ui/address";
import { Dialog } from "@/components/ui/dialog";
import { DialogButton } from "@/components/ui/dialog-button";

const SIZE_PX = 220;

/** The address of a hot wallet for capital deposits. */
export function FundButton({ networkName, address }: { networkName: string; address: string }) {
  const label = (
    <>
      <QrCode aria-hidden className="size-3.5" />
      Fund…
    </>
  );
  return (
    <DialogButton label={label} aria-label={`Fund ${networkName}`}>
      {(close) => (
        <Dialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && close()}
          title={`Fund the hot wallet on ${networkName}`}
          description={`Send the native coin or a token to this address, only on ${networkName}. It is booked as your capital once confirmed.`}
        >
          {/* White in both themes: many scanners cannot read light on dark. */}
          <div className="mx-auto rounded-card bg-white p-4">
            <QRCodeSVG value={address} size={SIZE_PX} level="M" title={`QR code of ${address}`} />
          </div>
          <p className="text-center">
            <Address value={address} what="address" />
          </p>
        </Dialog>
      )}
    </DialogButton>
  );
}
