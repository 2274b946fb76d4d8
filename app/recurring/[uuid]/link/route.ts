import { pageLanguage } from "@/app/pay/page-language";
import { refuseTooMany } from "@/app/pay/refuse-too-many";
import type { PayParams } from "@/app/pay/respond";
import { handleLinkRequest } from "@/app/recurring/handle-link-request";
import { seeOther } from "@/components/payers/pay/page-headers";
import { planPath } from "@/components/payers/recurring/plan-path";

/** Requests a link to the plan by e-mail. */
export async function POST(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "change");
  if (tooMany !== null) return tooMany;
  return await handleLinkRequest(request, (await params).uuid);
}

/** Handles a reload of the response to a refused request. */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  const { lang } = await pageLanguage(request);
  return seeOther(planPath(encodeURIComponent((await params).uuid), "", { lang }), request);
}
