import { refuseTooMany } from "@/app/pay/refuse-too-many";
import { type PayParams, respondWithPage } from "@/app/pay/respond";
import { respondWithReceipt } from "@/app/pay/respond-receipt";

/**
 * The payment page. `?choose=1` shows the coins again while nothing has been paid; `?receipt=1`
 * shows only the receipt once one exists.
 */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "look");
  if (tooMany !== null) return tooMany;
  const { uuid } = await params;
  const { searchParams } = new URL(request.url);
  if (searchParams.has("receipt")) return await respondWithReceipt(request, uuid);
  return await respondWithPage(request, uuid, { isChoosing: searchParams.has("choose") });
}
