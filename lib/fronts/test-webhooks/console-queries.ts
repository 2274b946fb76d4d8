import { signOfBody } from "@/lib/delivery/webhooks/payload";
import { type HeaderListView, headerList } from "@/lib/delivery/webhooks/schema";
import {
  findNewestUrl,
  selectTest,
  selectTests,
  type TestRow,
  type WholeTestRow,
} from "@/lib/fronts/test-webhooks/console-repo";
import {
  SEND_WITHIN_MS,
  TEST_KINDS,
  type TestConsoleOptions,
  type TestPageView,
  type TestRowView,
  type TestView,
} from "@/lib/fronts/test-webhooks/console-schema";
import { AppError } from "@/lib/kernel/errors";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

const PAGE_SIZE = 20;

/** Returns one page of a merchant's tests, newest first. */
export async function listTests(merchantId: string, before: string | undefined): Promise<TestPageView> {
  const rows = await selectTests(merchantId, before, PAGE_SIZE + 1);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
  return { items: shown.map(toRowView), nextCursor: last ? last.sequence.toString() : null };
}

/** Returns one test with its bytes; null if this merchant has no such test. */
export async function findTest(merchantId: string, id: string): Promise<TestView | null> {
  const row = await selectTest(merchantId, id);
  return row && toTestView(row);
}

/** Returns the initial state of the console. */
export async function loadConsoleOptions(merchantId: string): Promise<TestConsoleOptions> {
  const [url, catalog] = await Promise.all([findNewestUrl(merchantId), loadCatalog()]);
  const services = catalog.paymentServices().map(({ currency, network }) => ({
    currency: currency.code,
    network: network.code,
    networkName: network.name,
  }));
  return { url: url ?? "", services };
}

export function toTestView(row: WholeTestRow): TestView {
  return {
    ...toRowView(row),
    body: row.body,
    sign: signOfBody(row.body) ?? "",
    requestHeaders: readStoredHeaders(row.requestHeaders),
    sendBefore: new Date(row.createdAt.getTime() + SEND_WITHIN_MS).toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    responseHeaders: row.responseHeaders === null ? null : readStoredHeaders(row.responseHeaders),
    responseExcerpt: row.responseExcerpt,
  };
}

function toRowView(row: TestRow): TestRowView {
  return {
    id: row.id,
    kind: TEST_KINDS.find((kind) => kind === row.kind) ?? "payment",
    status: row.eventStatus,
    objectId: row.objectId,
    currency: row.currencyCode,
    network: row.networkCode,
    url: row.url,
    createdAt: row.createdAt.toISOString(),
    state: row.startedAt !== null ? "answered" : row.queuedAt !== null ? "queued" : "shown",
    httpStatus: row.httpStatus,
    error: row.error,
    durationMs: row.durationMs,
  };
}

/**
 * Returns the headers stored with a test webhook.
 * @throws AppError `refused` when they cannot be read: written by another version, or edited
 *   manually
 */
export function readStoredHeaders(stored: unknown): HeaderListView {
  const read = headerList.safeParse(stored);
  if (read.success) return read.data;
  throw new AppError("refused", "The stored data of this test can't be read. Create another one.", {
    cause: read.error,
  });
}
