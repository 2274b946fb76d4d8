import { database, type Tx } from "@/lib/db";

export type LinkRequest = {
  readonly id: string;
  readonly recurrenceId: string;
  /** In lower case, by which its mails are counted. */
  readonly email: string;
  readonly locale: string;
  readonly acceptUntil: Date;
};

export async function insertLinkRequest(
  tx: Tx,
  request: Omit<LinkRequest, "id"> & { readonly tokenHash: Uint8Array<ArrayBuffer> | null; readonly createdAt: Date },
): Promise<string> {
  return (await tx.recurrenceLinkRequest.create({ data: request, select: { id: true } })).id;
}

export async function findLinkRequestBySecret(
  tx: Tx,
  recurrenceId: string,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<LinkRequest | null> {
  return await tx.recurrenceLinkRequest.findUnique({
    where: { tokenHash, recurrenceId },
    omit: { tokenHash: true, createdAt: true },
  });
}

export type LinkRequestCounts = { readonly ofPlan: number; readonly ofEmail: number; readonly ofMerchant: number };

/** How often links were asked for since then: to this plan, at this address, to any plan of the merchant. */
export async function countLinkRequests(
  tx: Tx,
  { recurrenceId, email, merchantId }: { recurrenceId: string; email: string; merchantId: string },
  since: Date,
): Promise<LinkRequestCounts> {
  const createdAt = { gt: since };
  return {
    ofPlan: await tx.recurrenceLinkRequest.count({ where: { recurrenceId, createdAt } }),
    ofEmail: await tx.recurrenceLinkRequest.count({ where: { email, createdAt } }),
    ofMerchant: await tx.recurrenceLinkRequest.count({ where: { recurrence: { merchantId }, createdAt } }),
  };
}

export async function deleteLinkRequestsBefore(before: Date): Promise<number> {
  const { count } = await database().recurrenceLinkRequest.deleteMany({ where: { createdAt: { lt: before } } });
  return count;
}
