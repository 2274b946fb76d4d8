import { insertOpening, isOfOwnMerchant } from "@/lib/fronts/analytics/milestones-repo";
import { log } from "@/lib/kernel/log";

/** Pages that this process has written down, oldest first: a payer reloads, and the second look costs no statement. */
const noted = new Set<string>();
const NOTED_MAX = 10_000;

export type Opening = {
  readonly invoiceId: string;
  /** Whoever is signed in here and opens it; null for nearly every payer. Asked only where it matters. */
  readonly findUserId: () => Promise<string | null>;
  readonly at: Date;
};

/**
 * Writes that a person opened an invoice's payment page: once for each invoice, however many processes and looks there are. A look of the
 * merchant's own people is none. Never throws, because no page may fail on it: an opening that could not be written is logged, and the
 * next look tries again.
 */
export async function noteOpening({ invoiceId, findUserId, at }: Opening): Promise<void> {
  if (noted.has(invoiceId)) return;
  try {
    // At once, so that looks at the same moment are one statement.
    keepNoted(invoiceId);
    const userId = await findUserId();
    const isOwn = userId !== null && (await isOfOwnMerchant(invoiceId, userId));
    if (isOwn) noted.delete(invoiceId);
    else await insertOpening(invoiceId, at);
  } catch (error) {
    noted.delete(invoiceId);
    log().warn({ error, invoice: invoiceId }, "an opened payment page could not be written down");
  }
}

function keepNoted(invoiceId: string): void {
  noted.add(invoiceId);
  if (noted.size <= NOTED_MAX) return;
  for (const oldest of noted) {
    noted.delete(oldest);
    return;
  }
}

/** For tests: as after a start. */
export function forgetOpenings(): void {
  noted.clear();
}
