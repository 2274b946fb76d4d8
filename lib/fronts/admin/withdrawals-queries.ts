import {
  WITHDRAWAL_PAGE_SIZE,
  type WithdrawalListQuery,
  type WithdrawalPageView,
  type WithdrawalRowView,
} from "@/lib/fronts/admin/withdrawals-schema";
import { database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { type ListPosition, parseListCursor, toListCursor } from "@/lib/kernel/paging/cursor";
import { explorerTransactionUrl } from "@/lib/pricing/catalog/availability";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { WAIT_REASONS } from "@/lib/sending/sends/send";

/** Returns one page of withdrawals of earnings, of capital and to cold addresses, newest first. */
export async function listWithdrawals(query: WithdrawalListQuery): Promise<WithdrawalPageView> {
  const before = query.cursor ? parseListCursor(query.cursor) : null;
  const [rows, catalog] = await Promise.all([selectWithdrawalPage(before, WITHDRAWAL_PAGE_SIZE + 1), loadCatalog()]);
  const shown = rows.slice(0, WITHDRAWAL_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => toRowView(row, catalog)),
    nextCursor: last ? toListCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

function toRowView(row: WithdrawalRow, catalog: Catalog): WithdrawalRowView {
  const network = catalog.network(row.networkCode);
  const { send, transactionId } = row;
  const isQueued = send?.status === "queued";
  return {
    id: row.id,
    kind: row.kind,
    networkName: network?.name ?? row.networkCode,
    currency: row.currencyCode,
    amount: decimal(row.amount).toFixed(),
    address: row.address,
    status: row.status,
    waitReason: isQueued ? (WAIT_REASONS.find((reason) => reason === send.waitReason) ?? null) : null,
    mayCancel: isQueued,
    sendId: send?.id ?? null,
    transactionId,
    transactionUrl: network && transactionId !== null ? explorerTransactionUrl(network, transactionId) : null,
    failure: row.failure,
    memo: row.memo,
    requestedBy: row.requestedBy,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Returns withdrawals, newest first, each with its send and its requester. */
async function selectWithdrawalPage(before: ListPosition | null, limit: number) {
  const older = before && {
    OR: [{ createdAt: { lt: before.at } }, { createdAt: before.at, id: { lt: before.id } }],
  };
  const rows = await database().withdrawal.findMany({
    where: { ...older },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  const [sends, people] = await Promise.all([
    database().send.findMany({
      where: { purpose: "withdrawal", purposeId: { in: rows.map(({ id }) => id) } },
      select: { id: true, purposeId: true, status: true, waitReason: true },
    }),
    database().user.findMany({
      where: { id: { in: rows.flatMap(({ createdById }) => createdById ?? []) } },
      select: { id: true, name: true },
    }),
  ]);
  return rows.map((row) => ({
    ...row,
    send: sends.find(({ purposeId }) => purposeId === row.id) ?? null,
    requestedBy: people.find(({ id }) => id === row.createdById)?.name ?? null,
  }));
}
type WithdrawalRow = Awaited<ReturnType<typeof selectWithdrawalPage>>[number];

type NetworkServices = {
  readonly networkCode: string;
  readonly networkName: string;
  readonly currencies: readonly string[];
};

/** Returns the choices of the operator's forms: every coin of each network that has a node. */
export async function listNetworkServices(): Promise<NetworkServices[]> {
  const catalog = await loadCatalog();
  const services = catalog
    .services()
    .filter(({ network, mismatch }) => network.node !== "missing" && mismatch === null);
  return catalog
    .networks()
    .map(({ code, name }) => ({
      networkCode: code,
      networkName: name,
      currencies: services.filter(({ network }) => network.code === code).map(({ currency }) => currency.code),
    }))
    .filter(({ currencies }) => currencies.length > 0);
}

/** Returns every coin that can be in the books, in the catalog's order. */
export async function listCoins(): Promise<string[]> {
  const catalog = await loadCatalog();
  return catalog
    .currencies()
    .filter(({ kind }) => kind === "crypto")
    .map(({ code }) => code);
}
