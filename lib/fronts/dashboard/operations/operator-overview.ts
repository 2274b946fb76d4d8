import { readOperations } from "@/lib/fronts/admin/queries";
import { operationsView } from "@/lib/fronts/admin/schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { operation } from "@/lib/fronts/dashboard/procedure";

/** How the installation is: what is wrong, what waits, networks and workers. */
export const overview = operation(operator())
  .output(operationsView)
  .query(({ ctx: { now } }) => readOperations(now));
