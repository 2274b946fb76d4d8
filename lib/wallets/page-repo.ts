import { database } from "@/lib/db";

const RECENT_MAX = 10;

/** Columns that the page may read. What is not named here cannot leak. */
const WALLET = {
  id: true,
  merchantId: true,
  currencyCode: true,
  networkCode: true,
  address: true,
  status: true,
} as const;
const MERCHANT = { name: true, supportContact: true } as const;
const DEPOSIT = {
  id: true,
  networkCode: true,
  currencyCode: true,
  amount: true,
  status: true,
  blockHeight: true,
  seenAt: true,
} as const;

/** Whether there is such a wallet, and so a page of it. */
export async function hasWalletPage(walletId: string): Promise<boolean> {
  return (await database().staticWallet.findUnique({ where: { id: walletId }, select: { id: true } })) !== null;
}

/** Everything of one wallet that its page is made from; null for an unknown one. */
export async function readWalletPageRows(walletId: string) {
  const db = database();
  const wallet = await db.staticWallet.findUnique({ where: { id: walletId }, select: WALLET });
  if (wallet === null) return null;
  const [merchant, deposits] = await Promise.all([
    db.merchant.findUniqueOrThrow({ where: { id: wallet.merchantId }, select: MERCHANT }),
    db.deposit.findMany({
      where: { ownerKind: "wallet", ownerId: walletId },
      orderBy: [{ seenAt: "desc" }, { id: "desc" }],
      take: RECENT_MAX,
      select: DEPOSIT,
    }),
  ]);
  const depositId = { in: deposits.map(({ id }) => id) };
  const networkCode = { in: [...new Set(deposits.map((deposit) => deposit.networkCode))] };
  const [credits, holds, cases, cursors] = await Promise.all([
    db.invoiceCredit.findMany({ where: { depositId, reversedAt: null }, select: { depositId: true } }),
    db.walletHold.findMany({
      where: { depositId, reversedAt: null },
      select: { depositId: true, refundId: true, refundedAt: true },
    }),
    db.case.findMany({ where: { depositId, status: { not: "void" } }, select: { depositId: true, status: true } }),
    db.chainCursor.findMany({ where: { networkCode }, select: { networkCode: true, height: true } }),
  ]);
  return { wallet, merchant, deposits, credits, holds, cases, cursors };
}

export type WalletPageRows = NonNullable<Awaited<ReturnType<typeof readWalletPageRows>>>;
