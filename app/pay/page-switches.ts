import type { PathQuery } from "@/components/payers/pay/page-model";
import { questionOf } from "@/lib/fronts/payment-page/find-choices";

const WHOLE_NUMBER = /^\d{1,15}$/;

/**
 * What an address of the page asks for beside the payment: an exchange's amounts (`?exchange=1`),
 * some of the coins (`?find=`), what was seen before play money was sent (`?sent=0`).
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
 * How much the page had shown when play money was sent, as its address says it; null where none
 * was.
 */
export function readSentAfter(searchParams: URLSearchParams): number | null {
  const text = searchParams.get("sent") ?? "";
  return WHOLE_NUMBER.test(text) ? Number.parseInt(text, 10) : null;
}
