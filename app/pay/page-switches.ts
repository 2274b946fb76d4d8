import type { PathQuery } from "@/components/payers/pay/page-model";
import { questionOf } from "@/lib/fronts/payment-page/find-choices";

/** What an address of the page asks for beside the payment: an exchange's amounts (`?exchange=1`), some of the coins (`?find=`), a word after play money (`?sent=1`). */
export function pageSwitches(request: Request): Required<Pick<PathQuery, "find" | "isFromExchange" | "isSent">> {
  const { searchParams } = new URL(request.url);
  return {
    find: questionOf(searchParams.get("find")),
    isFromExchange: searchParams.has("exchange"),
    isSent: searchParams.has("sent"),
  };
}
