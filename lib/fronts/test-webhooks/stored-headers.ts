import { type HeaderListView, headerList } from "@/lib/delivery/webhooks/schema";
import { AppError } from "@/lib/kernel/errors";

/**
 * The headers that were kept with a test webhook.
 * @throws AppError `refused` where they cannot be read: written by another version, or changed by hand
 */
export function readStoredHeaders(stored: unknown): HeaderListView {
  const read = headerList.safeParse(stored);
  if (read.success) return read.data;
  throw new AppError("refused", "What was kept of this test cannot be read. Make another one.", { cause: read.error });
}
