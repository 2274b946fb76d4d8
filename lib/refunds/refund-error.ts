import { AppError } from "@/lib/errors";

/** The specification's texts, to the letter. */
export const refundErrors = {
  paymentNotFound: () => new AppError("not_found", "Payment was not found"),
  undefinedWallet: () => new AppError("refused", "Undefined merchant wallet"),
  notCompleted: () => new AppError("refused", "Refunds are made only for completed payments"),
  moreThanPaid: () => new AppError("refused", "The refund amount should not be more than the amount paid"),
  notEnoughFunds: () => new AppError("refused", "Not enough funds"),
  serviceNotFound: () => new AppError("refused", "The service was not found"),
  onlyOnce: () => new AppError("refused", "You can withdraw only once"),
  inProcess: () => new AppError("refused", "Refund is in process"),
  nothingToWithdraw: () => new AppError("refused", "Nothing to withdraw"),
  tooSmall: () => new AppError("refused", "The amount is too small"),
  /** Nothing can be sent by this service right now. */
  serverError: (details: Readonly<Record<string, unknown>>, cause?: unknown) =>
    new AppError("unavailable", "Server error", { details, cause }),
} as const;
