import { BLANK_ASK, type RefundAsk } from "@/components/payers/pay/refund-request/refund-ask";
import { readUnconfirmedRequest } from "@/lib/exceptions/refund-requests/read-sign-message";

/**
 * Reads the refund part of the page's URL: `?refund=1` shows the form, `?refund=<id>` a submitted
 * request; null for neither.
 */
export async function readRefundAsk(request: Request, invoiceId: string): Promise<RefundAsk | null> {
  const said = new URL(request.url).searchParams.get("refund");
  if (said === null || said === "") return null;
  const asked = said === "1" ? null : await readUnconfirmedRequest(invoiceId, said.toLowerCase());
  if (asked === null) return said === "1" ? BLANK_ASK : null;
  const { request: left, signing } = asked;
  return { ...BLANK_ASK, sent: { id: left.id, isMailed: left.isMailed, signing, caseId: left.caseId } };
}
