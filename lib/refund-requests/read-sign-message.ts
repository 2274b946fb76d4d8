import { loadCatalog } from "@/lib/catalog/queries";
import { database } from "@/lib/db";
import { negotiateLocale } from "@/lib/locales/negotiate-locale";
import { wordsFor } from "@/lib/locales/words";
import { findTerms } from "@/lib/refund-requests/money-repo";
import type { RefundRequest } from "@/lib/refund-requests/refund-request";
import { writeSignMessage } from "@/lib/refund-requests/request-message";

/** The text that the wallet which paid signs for this request, in the language in which it was asked. */
export async function readSignMessage(request: RefundRequest): Promise<string> {
  const [catalog, terms, words] = await Promise.all([
    loadCatalog(),
    findTerms(database(), request.merchantId),
    wordsFor(negotiateLocale(null, request.locale)),
  ]);
  const networkName = catalog.network(request.networkCode)?.name ?? request.networkCode;
  return writeSignMessage({ request, merchant: terms?.name ?? "", networkName, words });
}
