import { refuseTooMany } from "@/app/pay/refuse-too-many";
import type { PayParams } from "@/app/pay/respond";
import { respondWithWallet } from "@/app/wallet/respond";

/** The hosted page for topping up a static wallet. */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "look");
  if (tooMany !== null) return tooMany;
  const { uuid } = await params;
  return await respondWithWallet(request, uuid);
}
