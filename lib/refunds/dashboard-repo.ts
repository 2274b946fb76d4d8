import { database } from "@/lib/db";

/** What refunds are of. */
export type RefundSubject =
  | { readonly invoiceId: string }
  | { readonly walletId: string }
  | { readonly caseId: string };

/** More than anybody reads; a page that shows them says how many there are in all where it matters. */
const REFUNDS_MAX = 50;
const HOLDS_MAX = 100;

/** Refunds of a payment, wallet or case, newest first. The caller has checked whose it is. */
export async function selectRefunds(subject: RefundSubject) {
  return database().refund.findMany({
    where: subject,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: REFUNDS_MAX,
  });
}
export type RefundRow = Awaited<ReturnType<typeof selectRefunds>>[number];

export async function isMerchantCase(merchantId: string, id: string): Promise<boolean> {
  return (await database().case.count({ where: { id, merchantId } })) > 0;
}

/** Who sent what was credited for a payment: null among them where a chain does not say. */
export async function selectSenders(invoiceId: string): Promise<(string | null)[]> {
  const credits = await database().invoiceCredit.findMany({
    where: { invoiceId, reversedAt: null },
    select: { depositId: true },
  });
  const deposits = await database().deposit.findMany({
    where: { id: { in: credits.map(({ depositId }) => depositId) } },
    select: { fromAddress: true },
  });
  return deposits.map(({ fromAddress }) => fromAddress);
}

/** What came to a wallet after it was blocked, newest first. The caller has checked whose wallet it is. */
export async function selectHeldDeposits(walletId: string) {
  const holds = await database().walletHold.findMany({
    where: { walletId, reversedAt: null },
    orderBy: [{ heldAt: "desc" }, { depositId: "desc" }],
    take: HOLDS_MAX,
    select: { depositId: true, amount: true, heldAt: true, refundedAt: true, refundId: true, awaitsAddress: true },
  });
  const deposits = await database().deposit.findMany({
    where: { id: { in: holds.map(({ depositId }) => depositId) } },
    select: { id: true, transactionId: true, fromAddress: true },
  });
  return holds.map((hold) => ({ ...hold, deposit: deposits.find(({ id }) => id === hold.depositId) ?? null }));
}
export type HeldDepositRow = Awaited<ReturnType<typeof selectHeldDeposits>>[number];
