import { sessionOfRequest } from "@/lib/dashboard/current-session";
import { AppError } from "@/lib/errors";
import type { SessionRow } from "@/lib/merchants/sessions-repo";

/** Who opens the page, where that is somebody who is signed in here. Most payers are nobody we know. */
export async function payerOf(request: Request): Promise<SessionRow | null> {
  try {
    return await sessionOfRequest(request, new Date());
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
