import { type AuditReport, auditBooks } from "@/lib/ledger/audit-books";
import { auditCustody } from "@/lib/ledger/audit-custody";

/**
 * Recomputes every balance from the journal, checks the invariants, and compares custody with each
 * chain that has a node. If a node does not answer, only its locations are left out.
 */
export async function runAudit(): Promise<AuditReport & { readonly compared: number }> {
  const [books, custody] = [await auditBooks(), await auditCustody()];
  return {
    passed: [...books.passed, ...custody.passed],
    skipped: [...books.skipped, ...custody.skipped],
    differences: [...books.differences, ...custody.differences],
    /** Number of addresses and coins for which nodes were queried. */
    compared: custody.compared,
  };
}
