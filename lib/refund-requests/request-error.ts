import { AppError } from "@/lib/errors";

/** Why a wish is not taken; the page has a sentence for each of these texts (components/pay/refund-request/problem-text.ts). */
export const requestErrors = {
  nothing: () => new AppError("refused", "There is nothing that can be asked for"),
  waiting: () => new AppError("refused", "Another request for this money waits already"),
  tooSmall: () => new AppError("refused", "After the network fee nothing would be left"),
  tooOften: () => new AppError("refused", "A refund was asked for too often today"),
  noWay: () => new AppError("refused", "Nobody can show here that the payer asks"),
  unknown: () => new AppError("not_found", "This request is not known"),
  over: () => new AppError("refused", "This request is over"),
  notSigned: () => new AppError("refused", "The wallet that paid has not signed this"),
  decided: () => new AppError("refused", "This request was decided already"),
} as const;
