"use client";

import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { QRCodeSVG } from "qrcode.react";
import type { ReactNode } from "react";
import { CancelInvoiceButton } from "@/components/money-in/invoices/cancel-invoice-button";
import { ReceiptDialog } from "@/components/money-in/point-of-sale/receipt-dialog";
import { SaleState } from "@/components/money-in/point-of-sale/sale-state";
import { lineTotal } from "@/components/money-in/point-of-sale/till";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DialogButton } from "@/components/ui/dialog-button";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { Loaded } from "@/components/ui/query-states";
import { TextLink } from "@/components/ui/text-link";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import type { SaleView } from "@/lib/money-in/point-of-sale/dashboard-schema";

/** While the customer pays, two people look at it. */
const OPEN_REFRESH_MS = 2_000;
const FINAL_REFRESH_MS = 15_000;
const QR_PX = 280;

/** States in which the payment page has something to scan. */
const PAYABLE: readonly SaleView["shown"][] = ["check", "partly_paid"];
const WITH_RECEIPT: readonly SaleView["shown"][] = ["paid", "paid_over", "wrong_amount"];

export type SalePanelProps = {
  readonly id: string;
  readonly maySell: boolean;
  /** What comes after this sale. */
  readonly next?: ReactNode;
};

/** One sale while it is paid, and afterwards. */
export function SalePanel({ id, maySell, next }: SalePanelProps) {
  const query = useQuery(
    rpc.pointOfSale.sale.queryOptions(
      { id },
      { refetchInterval: ({ state: { data } }) => (data?.isFinal ? FINAL_REFRESH_MS : OPEN_REFRESH_MS) },
    ),
  );
  const isStale = query.data !== undefined && (query.fetchStatus === "paused" || query.error !== null);
  return (
    <div className="flex flex-col gap-4">
      {isStale && (
        <Notice tone="waiting" title="No connection">
          This is the last known state. It continues by itself when the connection returns.
        </Notice>
      )}
      <Loaded query={query} failure="The sale could not be loaded">
        {(sale) => (
          <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
            <Card>
              <div className="flex flex-col items-center gap-5 py-4 text-center">
                <SaleState sale={sale} />
                {PAYABLE.includes(sale.shown) && <Code url={sale.paymentUrl} />}
              </div>
            </Card>
            <div className="flex flex-col gap-5">
              <Actions sale={sale} maySell={maySell} next={next} />
              <SaleCard sale={sale} />
            </div>
          </div>
        )}
      </Loaded>
      {query.data === undefined && next}
    </div>
  );
}

function Code({ url }: { url: string }) {
  return (
    <>
      {/* White in both themes: many scanners cannot read light on dark. */}
      <div className="max-w-full rounded-card bg-white p-4">
        <QRCodeSVG
          value={url}
          size={QR_PX}
          level="M"
          title="QR code of the payment page"
          className="h-auto max-w-full"
        />
      </div>
      <p className="max-w-prose text-small text-ink-soft">
        The customer scans it with a phone, and chooses the coin on{" "}
        <a href={url} target="_blank" rel="noreferrer" className="text-accent underline">
          the payment page
        </a>
        .
      </p>
    </>
  );
}

type ActionsProps = { readonly sale: SaleView; readonly maySell: boolean; readonly next: ReactNode };

function Actions({ sale, maySell, next }: ActionsProps) {
  const { id, shown, orderId } = sale;
  return (
    <div className="flex flex-wrap items-center gap-2 [&>a]:!h-11 [&>button]:!h-11">
      {next}
      {WITH_RECEIPT.includes(shown) && (
        <Button asChild>
          <a href={`${routes.paymentPage(id)}?receipt=1`} target="_blank" rel="noreferrer">
            <Printer aria-hidden className="size-4" />
            Print receipt
          </a>
        </Button>
      )}
      {WITH_RECEIPT.includes(shown) && maySell && (
        <DialogButton label="Mail receipt…" size="normal">
          {(close) => <ReceiptDialog id={id} onClose={close} />}
        </DialogButton>
      )}
      {shown === "check" && maySell && <CancelInvoiceButton id={id} orderId={orderId} hasWebhook={false} />}
    </div>
  );
}

function SaleCard({ sale }: { sale: SaleView }) {
  const { id, lines, tip, amount, currency, orderId, seller } = sale;
  return (
    <Card title="Sale" description={seller}>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={`${line.name} ${line.price}`} className="flex justify-between gap-3 py-2">
            <span className="min-w-0 wrap-anywhere">
              {line.quantity > 1 && `${line.quantity} × `}
              {line.name}
            </span>
            <Money amount={lineTotal(line)} currency={currency} align="end" mayBreak />
          </li>
        ))}
        {tip !== "0" && (
          <li className="flex justify-between gap-3 py-2">
            Tip <Money amount={tip} currency={currency} align="end" mayBreak />
          </li>
        )}
        <li className="flex justify-between gap-3 py-2 font-semibold">
          Total <Money amount={amount} currency={currency} align="end" mayBreak />
        </li>
      </ul>
      <p className="mt-3 text-small">
        <TextLink href={routes.invoice(id)}>Invoice {orderId}</TextLink>
      </p>
    </Card>
  );
}
