import { operator } from "@/lib/fronts/dashboard/gates";
import { operation, router } from "@/lib/fronts/dashboard/procedure";
import { listAudit } from "@/lib/kernel/audit-log/queries";
import { auditPageView, auditQuery } from "@/lib/kernel/audit-log/schema";

/** Who changed what, of every merchant and of the installation. */
export const audit = router({
  list: operation(operator())
    .input(auditQuery)
    .output(auditPageView)
    .query(({ input }) => listAudit("operator", input)),
});
