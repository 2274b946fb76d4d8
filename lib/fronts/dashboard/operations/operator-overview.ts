import { readGatewayFigures } from "@/lib/fronts/admin/figures-queries";
import { gatewayFiguresQuery, gatewayFiguresView } from "@/lib/fronts/admin/figures-schema";
import { readDoctor, readOperations } from "@/lib/fronts/admin/overview-queries";
import { operationsView } from "@/lib/fronts/admin/overview-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { listNamedAudit } from "@/lib/fronts/dashboard/named-audit";
import { namedAuditPage } from "@/lib/fronts/dashboard/named-audit-schema";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { doctorView } from "@/lib/fronts/doctor/schema";
import { dismissAlarm } from "@/lib/kernel/alarms/dismiss-alarm";
import { auditQuery } from "@/lib/kernel/audit-log/schema";

/** Audit log of every merchant and of the installation. */
export const audit = router({
  list: operation(operator())
    .input(auditQuery)
    .output(namedAuditPage)
    .query(({ input }) => listNamedAudit("operator", input)),
});

/** State of the installation: issues, pending work, networks and workers. */
export const overview = operation(operator())
  .output(operationsView)
  .query(({ ctx: { now } }) => readOperations(now));

/** What the gateway received and earned. */
export const figures = operation(operator())
  .input(gatewayFiguresQuery)
  .output(gatewayFiguresView)
  .query(({ ctx: { now }, input: { zone } }) => readGatewayFigures(zone, now));

/** Checks the installation now; takes at most five seconds. */
export const doctor = router({
  report: operation(operator())
    .output(doctorView)
    .query(({ ctx: { request, now } }) => readDoctor(request.headers, now)),
});

export const alarms = router({
  /** Dismisses an alarm about a past event. */
  dismiss: operation(operator())
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await dismissAlarm({ alarmId: input.id, actorId: session.user.id });
      return {};
    }),
});
