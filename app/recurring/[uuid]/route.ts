import { refuseTooMany } from "@/app/pay/refuse-too-many";
import type { PayParams } from "@/app/pay/respond";
import { respondWithPlan } from "@/app/recurring/respond";

/** The hosted page of a plan of recurring payments; with a mail's link, what that link opens. */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "look");
  if (tooMany !== null) return tooMany;
  return await respondWithPlan(request, (await params).uuid);
}
