import type { PathQuery } from "@/components/pay/page-model";
import { questionOf } from "@/lib/invoices/find-choices";

/** What an address of the page asks for beside the payment: an exchange's amounts (`?exchange=1`), some of the coins (`?find=`). */
export function pageSwitches(request: Request): Required<Pick<PathQuery, "find" | "isFromExchange">> {
  const { searchParams } = new URL(request.url);
  return { find: questionOf(searchParams.get("find")), isFromExchange: searchParams.has("exchange") };
}
