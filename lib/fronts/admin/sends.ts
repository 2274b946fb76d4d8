import { refundSends } from "@/lib/exceptions/refund-outcomes/refund-sends";
import { type SendRow, type SendWithVersions, selectSend, selectSendPage } from "@/lib/fronts/admin/sends-repo";
import {
  SEND_PAGE_SIZE,
  type SendDetailView,
  type SendListQuery,
  type SendPageView,
  type SendRowView,
  STATUSES_OF_SEND_GROUP,
} from "@/lib/fronts/admin/sends-schema";
import { AppError } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";
import { parseListCursor, toListCursor } from "@/lib/kernel/paging/cursor";
import { payoutSends } from "@/lib/money-out/payouts/payout-sends";
import { explorerTransactionUrl } from "@/lib/pricing/catalog/availability";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { failSend } from "@/lib/sending/sends/fail-send";
import { parseSpends } from "@/lib/sending/sends/outgoing";
import { WAIT_REASONS } from "@/lib/sending/sends/send";
import { setSendOwner } from "@/lib/sending/sends/send-owner";
import { gasSends, sweepSends } from "@/lib/sending/sweeps/sweep-sends";
import { withdrawalSends } from "@/lib/sending/treasury/withdrawal-sends";

/** Returns one page of everything that leaves the gateway's addresses, newest first. */
export async function listSends(query: SendListQuery): Promise<SendPageView> {
  const catalog = await loadCatalog();
  const rows = await selectSendPage(
    {
      networks: query.network ? [query.network] : catalog.networks().map(({ code }) => code),
      statuses: query.state ? STATUSES_OF_SEND_GROUP[query.state] : null,
      reason: query.reason ?? null,
      before: query.cursor ? parseListCursor(query.cursor) : null,
    },
    SEND_PAGE_SIZE + 1,
  );
  const shown = rows.slice(0, SEND_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => toRowView(row, catalog)),
    nextCursor: last ? toListCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

/**
 * Returns one send with every version of its transaction, as of `now`. @throws AppError `not_found`
 */
export async function getSend(id: string, now = new Date()): Promise<SendDetailView> {
  const [row, catalog] = await Promise.all([selectSend(id), loadCatalog()]);
  if (row === null) throw new AppError("not_found", "Send not found.");
  return {
    ...toRowView(row, catalog),
    fromAddress: row.fromAddress,
    memo: row.memo,
    priority: row.priority,
    feeExpected: row.feeExpected && decimal(row.feeExpected).toFixed(),
    feeCurrency: catalog.network(row.networkCode)?.nativeCurrency ?? "",
    waitDetail: row.waitDetail,
    refusalCount: row.refusalCount,
    nextTryAt: row.nextTryAt.toISOString(),
    failure: row.failure,
    mayBeUnconfirmable: row.status === "sending" && row.outgoing !== null && mayBeUnconfirmable(row.outgoing, now),
    outgoing: row.outgoing && toOutgoingView(row.outgoing, id, catalog),
    expired: row.expired.flatMap(({ outgoing }) => toExpiredViews(outgoing, catalog)),
  };
}

function toRowView(row: SendRow, catalog: Catalog): SendRowView {
  const network = catalog.network(row.networkCode);
  const { outgoing } = row;
  return {
    id: row.id,
    purpose: row.purpose,
    purposeId: row.purposeId,
    networkName: network?.name ?? row.networkCode,
    amount: decimal(row.amount).toFixed(),
    currency: row.currencyCode,
    toAddress: row.toAddress,
    status: row.status,
    waitReason: row.status === "queued" ? (WAIT_REASONS.find((reason) => reason === row.waitReason) ?? null) : null,
    waitingSince: row.waitingSince?.toISOString() ?? null,
    transaction: outgoing && {
      version: outgoing.version,
      carried: outgoing._count.sends,
      nonce: outgoing.nonce?.toString() ?? null,
      feePaid: outgoing.feePaid && decimal(outgoing.feePaid).toFixed(),
      feeCurrency: network?.nativeCurrency ?? "",
    },
    createdAt: row.createdAt.toISOString(),
    finalAt: row.finalAt?.toISOString() ?? null,
  };
}

type Outgoing = NonNullable<SendWithVersions["outgoing"]>;

/** @param sendId the displayed send */
function toOutgoingView(outgoing: Outgoing, sendId: string, catalog: Catalog): NonNullable<SendDetailView["outgoing"]> {
  const network = catalog.network(outgoing.networkCode);
  return {
    status: outgoing.status,
    fromAddress: outgoing.fromAddress,
    spends: spentBy(outgoing),
    coins: outgoing._count.coins,
    others: outgoing.sends
      .filter(({ id }) => id !== sendId)
      .map(({ id, purpose, amount, currencyCode: currency, toAddress }) => {
        return { id, purpose, amount: decimal(amount).toFixed(), currency, toAddress };
      }),
    feeMax: decimal(outgoing.feeMax).toFixed(),
    blockHeight: outgoing.blockHeight?.toString() ?? null,
    broadcastCount: outgoing.broadcastCount,
    lastBroadcastAt: outgoing.lastBroadcastAt?.toISOString() ?? null,
    settledAt: outgoing.settledAt?.toISOString() ?? null,
    versions: outgoing.versions.map((version) => ({
      version: version.version,
      transactionId: version.transactionId,
      transactionUrl: network && explorerTransactionUrl(network, version.transactionId),
      priority: version.feePriority,
      feeExpected: decimal(version.feeExpected).toFixed(),
      feeMax: decimal(version.feeMax).toFixed(),
      signedAt: version.signedAt.toISOString(),
      isIncluded: version.version === outgoing.includedVersion,
    })),
  };
}

function spentBy({ versions }: Outgoing): NonNullable<SendDetailView["outgoing"]>["spends"] {
  const spends = versions.at(-1)?.spends ?? null;
  return spends === null ? "nonce" : parseSpends(spends).kind;
}

function toExpiredViews(
  former: SendWithVersions["expired"][number]["outgoing"],
  catalog: Catalog,
): SendDetailView["expired"] {
  const network = catalog.network(former.networkCode);
  return former.versions.map(({ transactionId, signedAt }) => ({
    transactionId,
    transactionUrl: network && explorerTransactionUrl(network, transactionId),
    signedAt: signedAt.toISOString(),
    endedAt: former.settledAt?.toISOString() ?? null,
  }));
}

const SECOND_MS = 1_000;

/**
 * Even on the fastest chain, no other transaction confirms sooner to prove that this one lost its
 * nonce.
 */
export const UNCONFIRMABLE_AFTER_MS = 60 * SECOND_MS;

type Signed = { readonly status: string; readonly versions: readonly { readonly signedAt: Date }[] };

/**
 * Whether querying the nodes about a dead transaction makes sense: it was signed a while ago and is
 * in no block. A transaction in a block is alive, one signed just now is being broadcast, and a
 * final one needs no query.
 */
export function mayBeUnconfirmable({ status, versions }: Signed, now: Date): boolean {
  const [first] = versions;
  return (
    status === "signed" && first !== undefined && now.getTime() - first.signedAt.getTime() >= UNCONFIRMABLE_AFTER_MS
  );
}

/**
 * Ends a send for which nothing is signed: it is never sent, and its owner returns the money. The
 * owners are registered here because the web process does not run the engine.
 * @throws AppError `not_found`, or `refused` when a transaction contains it
 */
export async function endSend(order: { sendId: string; reason: string; actorId: string }): Promise<void> {
  setSendOwner("payout", payoutSends);
  setSendOwner("refund", refundSends);
  setSendOwner("withdrawal", withdrawalSends);
  setSendOwner("sweep", sweepSends);
  setSendOwner("gas", gasSends);
  await failSend(order);
}
