import type { PageLanguage } from "@/app/pay/page-language";
import { respondWithPage } from "@/app/pay/respond";
import { seeOther } from "@/components/payers/pay/page-headers";
import { payPath } from "@/components/payers/pay/page-model";
import { publicErrorText } from "@/components/payers/pay/public-error";
import { routes } from "@/lib/fronts/paths/routes";
import { AppError } from "@/lib/kernel/errors";
import { type PersonalPayment, payFromPersonalWallet } from "@/lib/money-in/invoices/pay-from-personal-wallet";
import { proofOf, withProof } from "@/lib/people/guards/assert-proven";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";

type Agreement = {
  readonly uuid: string;
  readonly payer: SessionRow;
  readonly agreed: PersonalPayment["agreed"];
  readonly language: PageLanguage;
};

/**
 * Takes the payment that a signed-in payer has accepted. If re-authentication is required,
 * redirects to a page for it, which supports passkeys and comes back: the payment page has no
 * script that could.
 */
export async function handleBalancePayment(
  request: Request,
  { uuid, payer, agreed, language }: Agreement,
): Promise<Response> {
  const back = payPath(uuid, "", language);
  try {
    const pay = () => payFromPersonalWallet({ invoiceId: uuid, userId: payer.user.id, agreed: agreed ?? null });
    await withProof(proofOf(payer, new Date()), pay);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "confirmation_needed") return seeOther(routes.confirm({ return: back }), request);
    return await respondWithPage(request, uuid, { error: publicErrorText(error, language.messages) });
  }
  return seeOther(back, request);
}
