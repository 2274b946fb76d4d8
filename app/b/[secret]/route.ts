import { handlePayment, respondWithBill } from "@/app/b/respond";
import { refuseTooMany } from "@/app/pay/refuse-too-many";

type BillParams = { readonly params: Promise<{ readonly secret: string }> };

/** The page of a bill. */
export async function GET(request: Request, { params }: BillParams): Promise<Response> {
  return (await refuseTooMany(request, "look")) ?? (await respondWithBill(request, (await params).secret));
}

/** Its button: makes a payment of what is due, or leads to the open one. */
export async function POST(request: Request, { params }: BillParams): Promise<Response> {
  return (await refuseTooMany(request, "change")) ?? (await handlePayment(request, (await params).secret));
}
