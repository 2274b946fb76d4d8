import { type AuditReport, auditBooks } from "@/lib/ledger/audit-books";
import { auditCustody } from "@/lib/ledger/audit-custody";

/**
 * Recomputes every balance from the journal, checks what must always hold, and compares custody
 * with each chain that has a node. A node that does not answer leaves its places out, and nothing
 * else.
 */
export async function runAudit(): Promise<AuditReport & { readonly compared: number }> {
  const [books, custody] = [await auditBooks(), await auditCustody()];
  return {
    passed: [...books.passed, ...custody.passed],
    skipped: [...books.skipped, ...custody.skipped],
    differences: [...books.differences, ...custody.differences],
    /** Addresses and coins that nodes were asked for. */
    compared: custody.compared,
  };
}
