import type { PathQuery } from "@/components/payers/pay/page-model";
import { questionOf } from "@/lib/fronts/payment-page/find-choices";

const WHOLE_NUMBER = /^\d{1,15}$/;

/**
 * Optional parameters of the page's URL: amounts for exchange payers (`?exchange=1`), a search for
 * coins (`?find=`), the amount shown before play money was sent (`?sent=0`).
 */
export function pageSwitches(request: Request): Required<Pick<PathQuery, "find" | "isFromExchange" | "sentAfter">> {
  const { searchParams } = new URL(request.url);
  return {
    find: questionOf(searchParams.get("find")),
    isFromExchange: searchParams.has("exchange"),
    sentAfter: readSentAfter(searchParams),
  };
}

/**
 * Returns the amount that the page showed when play money was sent, from the URL; null if none was
 * sent.
 */
export function readSentAfter(searchParams: URLSearchParams): number | null {
  const text = searchParams.get("sent") ?? "";
  return WHOLE_NUMBER.test(text) ? Number.parseInt(text, 10) : null;
}
