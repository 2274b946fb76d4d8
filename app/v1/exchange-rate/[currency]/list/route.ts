import { publicEndpoint } from "@/lib/api/endpoint";
import { listExchangeRates } from "@/lib/api/operations/rates";
import { listRates } from "@/lib/rates/list-rates";

export const GET = publicEndpoint(listExchangeRates, async ({ parameters }) => [
  ...(await listRates(parameters.currency)),
]);

/** Client libraries of old ask with POST. */
export const POST = GET;
