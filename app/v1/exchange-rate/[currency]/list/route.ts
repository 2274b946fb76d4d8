import { publicEndpoint } from "@/lib/fronts/machine-api/endpoint";
import { listExchangeRates } from "@/lib/fronts/machine-api/operations/services";
import { listRates } from "@/lib/pricing/rates/schema";

export const GET = publicEndpoint(listExchangeRates, async ({ parameters }) => [
  ...(await listRates(parameters.currency)),
]);

/** Old client libraries use POST. */
export const POST = GET;
