import { member } from "@/lib/fronts/dashboard/gates";
import { operation, router } from "@/lib/fronts/dashboard/procedure";
import { listAudit } from "@/lib/kernel/audit-log/queries";
import { auditPageView, auditQuery } from "@/lib/kernel/audit-log/schema";

/** Who changed what of the merchant. */
export const audit = router({
  list: operation(member("audit.read"))
    .input(auditQuery)
    .output(auditPageView)
    .query(({ ctx: { member }, input }) => listAudit({ merchantId: member.merchantId }, input)),
});
