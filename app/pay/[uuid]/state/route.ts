import { pageLanguage } from "@/app/pay/page-language";
import { loadPayPageUpdate, payPageUpdateBody } from "@/app/pay/pay-page-update";
import { refuseTooManyAsks } from "@/app/pay/refuse-too-many";
import type { PayParams } from "@/app/pay/respond";
import { stateResponse } from "@/components/payers/pay/page-headers";
import { log } from "@/lib/kernel/log";

/** What the open page asks for every few seconds where no stream tells it (see `payPageUpdateBody`). */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = refuseTooManyAsks(request);
  if (tooMany !== null) return tooMany;
  const { uuid } = await params;
  const { words } = await pageLanguage(request);
  try {
    const update = await loadPayPageUpdate(uuid);
    if (update === null) return stateResponse({ message: words.say("missing.title") }, 404, words);
    return stateResponse(payPageUpdateBody(update, words), 200, words);
  } catch (error) {
    log().error({ error }, "the state of a payment cannot be read");
    return stateResponse({ message: words.say("trouble.title") }, 503, words);
  }
}
