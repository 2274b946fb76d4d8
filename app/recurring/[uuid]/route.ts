import { refuseTooMany } from "@/app/pay/refuse-too-many";
import type { PayParams } from "@/app/pay/respond";
import { respondWithPlan } from "@/app/recurring/respond";

/**
 * The hosted page of a plan of recurring payments; with a mailed link, the payer's own view of it.
 */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "look");
  if (tooMany !== null) return tooMany;
  return await respondWithPlan(request, (await params).uuid);
}
