type Order = { readonly uuid: string | null };
type Row = { readonly id: string; readonly orderId: string };

export const INVOICE_AMOUNT: number;
export const PAYOUT_AMOUNT: number;
export function findExceptions(facts: {
  readonly invoices: ReadonlyMap<string, Order & { readonly isPaid: boolean }>;
  readonly payouts: ReadonlyMap<string, Order & { readonly address: string }>;
  readonly stored: {
    readonly invoices: readonly Row[];
    readonly payouts: readonly Row[];
    readonly webhooks: readonly string[];
  };
  readonly received: ReadonlyMap<string, number>;
  readonly arrived: ReadonlyMap<string, number>;
  readonly credited: number;
}): Record<string, number>;
export function isClean(exceptions: Readonly<Record<string, number>>): boolean;
