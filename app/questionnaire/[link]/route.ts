import { refuseTooMany } from "@/app/pay/refuse-too-many";
import { showQuestionnaire, takeAnswers } from "@/app/questionnaire/answer-questionnaire";

type LinkParams = { readonly params: Promise<{ readonly link: string }> };

/** Shows the questions to the payer of a held payment, or their status. */
export async function GET(request: Request, { params }: LinkParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "look");
  if (tooMany !== null) return tooMany;
  return await showQuestionnaire(request, (await params).link);
}

/** Submits the payer's answers and documents. */
export async function POST(request: Request, { params }: LinkParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "change");
  if (tooMany !== null) return tooMany;
  return await takeAnswers(request, (await params).link);
}
