import { handleRefundConfirm, handleRefundLink } from "@/app/pay/handle-refund-link";
import { refuseTooMany } from "@/app/pay/refuse-too-many";
import type { PayParams } from "@/app/pay/respond";

/** Where the mail's link leads: a page with a button. */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "look");
  if (tooMany !== null) return tooMany;
  return await handleRefundLink(request, (await params).uuid);
}

/** The payer has pressed the button. */
export async function POST(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "change");
  if (tooMany !== null) return tooMany;
  return await handleRefundConfirm(request, (await params).uuid);
}
