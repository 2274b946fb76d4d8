import { type PayParams, respondWithPage } from "@/app/pay/respond";

/** The payment page. `?choose=1` shows the coins again while nothing has been paid. */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  const { uuid } = await params;
  return await respondWithPage(request, uuid, { isChoosing: new URL(request.url).searchParams.has("choose") });
}
