import { readDoctor } from "@/lib/fronts/admin/doctor-queries";
import { operator } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { doctorView } from "@/lib/fronts/doctor/schema";
import { dismissAlarm } from "@/lib/kernel/alarms/dismiss-alarm";

/** What is wrong with the installation, asked now; five seconds at most. */
export const doctor = router({
  report: operation(operator())
    .output(doctorView)
    .query(({ ctx: { request, now } }) => readDoctor(request.headers, now)),
});

export const alarms = router({
  /** Ends an alarm that tells of something past. */
  dismiss: operation(operator())
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await dismissAlarm({ alarmId: input.id, actorId: session.user.id });
      return {};
    }),
});
