import { randomUUID } from "node:crypto";
import { refuseTooMany } from "@/app/pay/refuse-too-many";
import { type PayParams, respondWithPage } from "@/app/pay/respond";
import { respondWithReceipt } from "@/app/pay/respond-receipt";
import { clientAddressHeader } from "@/lib/kernel/http/client-address";
import { tracedRequest } from "@/lib/kernel/tracing/traced";

/**
 * The payment page. `?choose=1` shows the coins again while nothing has been paid; `?receipt=1`
 * shows only the receipt once one exists.
 */
export function GET(request: Request, { params }: PayParams): Promise<Response> {
  const { method, headers } = request;
  const of = { id: randomUUID(), method, route: "/pay/{uuid}", address: clientAddressHeader(headers) };
  return tracedRequest(of, () => respond(request, params));
}

async function respond(request: Request, params: PayParams["params"]): Promise<Response> {
  const tooMany = await refuseTooMany(request, "look");
  if (tooMany !== null) return tooMany;
  const { uuid } = await params;
  const { searchParams } = new URL(request.url);
  if (searchParams.has("receipt")) return await respondWithReceipt(request, uuid);
  return await respondWithPage(request, uuid, { isChoosing: searchParams.has("choose") });
}
