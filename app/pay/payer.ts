import { sessionOfRequest } from "@/lib/fronts/dashboard/current-session";
import { AppError } from "@/lib/kernel/errors";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";

/**
 * Who opens the page, where that is somebody who is signed in here. Most payers are nobody we know.
 */
export async function payerOf(request: Request): Promise<SessionRow | null> {
  try {
    return await sessionOfRequest(request, new Date());
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
