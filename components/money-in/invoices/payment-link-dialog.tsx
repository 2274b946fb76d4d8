"use client";

import { QrCode } from "lucide-react";
import { QRCodeSVG } from "qrcode.react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";

const SIZE_PX = 240;

/** The payment page as a QR code, for a payer at the counter. */
export function PaymentLinkDialog({ url }: { url: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <QrCode aria-hidden className="size-3.5" />
        QR code
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Payment page"
        description="The payer scans this and chooses how to pay."
        footer={<CopyButton text={url} what="payment link" label="Copy payment link" />}
      >
        {/* White in both themes: many scanners cannot read light on dark. */}
        <div className="mx-auto rounded-card bg-white p-4">
          <QRCodeSVG value={url} size={SIZE_PX} level="M" title="QR code of the payment page" />
        </div>
        <p className="break-all text-center text-label text-ink-soft">{url}</p>
      </Dialog>
    </>
  );
}
