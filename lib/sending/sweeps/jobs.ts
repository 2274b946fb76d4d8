import { z } from "zod";
import { createDriver } from "@/lib/chains/registry/create-driver";
import { env } from "@/lib/kernel/env";
import { defineJob } from "@/lib/kernel/jobs/define-job";
import { driverConfigOf } from "@/lib/pricing/catalog/driver-config";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { planService } from "@/lib/sending/sweeps/plan-sweeps";

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
