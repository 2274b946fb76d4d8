import { pageLanguage } from "@/app/pay/page-language";
import { loadPayPageUpdate, payPageUpdateBody } from "@/app/pay/pay-page-update";
import { refuseTooManyAsks } from "@/app/pay/refuse-too-many";
import type { PayParams } from "@/app/pay/respond";
import { stateResponse } from "@/components/payers/pay/page-headers";
import { log } from "@/lib/kernel/log";

/**
 * Polled by the open page every few seconds if it has no event stream (see `payPageUpdateBody`).
 */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = refuseTooManyAsks(request);
  if (tooMany !== null) return tooMany;
  const { uuid } = await params;
  const { messages } = await pageLanguage(request);
  try {
    const update = await loadPayPageUpdate(uuid);
    if (update === null) return stateResponse({ message: messages.say("missing.title") }, 404, messages);
    return stateResponse(payPageUpdateBody(update, messages), 200, messages);
  } catch (error) {
    log().error({ error }, "the state of a payment cannot be read");
    return stateResponse({ message: messages.say("trouble.title") }, 503, messages);
  }
}
