import { handleRefundConfirm, handleRefundLink } from "@/app/pay/handle-refund-link";
import { refuseTooMany } from "@/app/pay/refuse-too-many";
import type { PayParams } from "@/app/pay/respond";

/** Target of the mailed link: a page with a confirmation button. */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "look");
  if (tooMany !== null) return tooMany;
  return await handleRefundLink(request, (await params).uuid);
}

/** Handles the confirmation button. */
export async function POST(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "change");
  if (tooMany !== null) return tooMany;
  return await handleRefundConfirm(request, (await params).uuid);
}
