import { handleOrder, respondWithLink } from "@/app/l/respond";
import { refuseTooMany } from "@/app/pay/refuse-too-many";

type LinkParams = { readonly params: Promise<{ readonly name: string }> };

/** The page of a payment link. */
export async function GET(request: Request, { params }: LinkParams): Promise<Response> {
  return (await refuseTooMany(request, "look")) ?? (await respondWithLink(request, (await params).name));
}

/** The form of that page: makes an invoice, and leads to its payment page. */
export async function POST(request: Request, { params }: LinkParams): Promise<Response> {
  return (await refuseTooMany(request, "change")) ?? (await handleOrder(request, (await params).name));
}
