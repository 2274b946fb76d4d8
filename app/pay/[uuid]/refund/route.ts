import { handleRefundRequest } from "@/app/pay/handle-refund-request";
import { pageLanguage } from "@/app/pay/page-language";
import { refuseTooMany } from "@/app/pay/refuse-too-many";
import type { PayParams } from "@/app/pay/respond";
import { seeOther } from "@/components/payers/pay/page-headers";
import { refundPath } from "@/components/payers/pay/refund-request/refund-path";

/** Submits the payer's refund address. */
export async function POST(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "change");
  if (tooMany !== null) return tooMany;
  return await handleRefundRequest(request, (await params).uuid);
}

/** Handles a reload of the response to a refused refund request. */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  const { lang } = await pageLanguage(request);
  return seeOther(refundPath(encodeURIComponent((await params).uuid), "", { refund: "1", lang }), request);
}
