import { AppError } from "@/lib/errors";

export const batchErrors = {
  notFound: () => new AppError("not_found", "There is no such file of payouts."),
  notYours: () => new AppError("forbidden", "Who uploaded the file orders it. Upload it yourself to order it."),
  over: () => new AppError("refused", "This file was cancelled. Upload it again to order it."),
  repeated: () =>
    new AppError(
      "refused",
      "The very same file was ordered before. Confirm that everything in it is to be paid again.",
    ),
  stale: () =>
    new AppError(
      "refused",
      "The file was ordered more than an hour ago, and this row was not paid since. Upload what is still to be paid again.",
    ),
  unauthorised: () => new AppError("refused", "Who ordered the file may not pay out for this merchant any more."),
  changed: (count: number, first: string) =>
    new AppError(
      "refused",
      `Something has changed since you uploaded it: ${first}${count > 1 ? ` And ${count - 1} more.` : ""} Upload the file again.`,
    ),
} as const;
