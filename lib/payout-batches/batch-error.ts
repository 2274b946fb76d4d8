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
  changed: (count: number, first: string) =>
    new AppError(
      "refused",
      `Something has changed since you uploaded it: ${first}${count > 1 ? ` And ${count - 1} more.` : ""} Upload the file again.`,
    ),
} as const;
