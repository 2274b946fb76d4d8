import { sessionOfRequest } from "@/lib/fronts/dashboard/current-session";
import { AppError } from "@/lib/kernel/errors";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";

/**
 * Returns the session of the user who opens the page, if signed in. Most payers have no account.
 */
export async function payerOf(request: Request): Promise<SessionRow | null> {
  try {
    return await sessionOfRequest(request, new Date());
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
