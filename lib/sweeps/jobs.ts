import { z } from "zod";
import { driverConfigOf } from "@/lib/catalog/driver-config";
import { loadCatalog } from "@/lib/catalog/queries";
import { createDriver } from "@/lib/chains/registry";
import { env } from "@/lib/env";
import { defineJob } from "@/lib/jobs/define-job";
import { planService } from "@/lib/sweeps/plan-sweeps";

/** Plans sweeps of one coin at once and below the usual minimum. */
export const sweepNowJob = defineJob({
  name: "sweep-now",
  payload: z.object({ networkCode: z.string(), currencyCode: z.string() }),
  run: async ({ networkCode, currencyCode }, { signal }) => {
    const catalog = await loadCatalog();
    const service = catalog.service(currencyCode, networkCode);
    const urls = env().nodeUrls[networkCode];
    if (service === null || urls === undefined) return;
    const driver = await createDriver(driverConfigOf(catalog, networkCode, urls));
    if (driver.features.spending !== "coins") await planService(driver, service, { isUrgent: true }, signal);
  },
});
