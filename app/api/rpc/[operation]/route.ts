import { router } from "@/lib/fronts/dashboard/router";
import { createRpcHandler } from "@/lib/fronts/dashboard/rpc-handler";

/** Serves every operation of the router: queries by GET, mutations by POST. */
export const GET = createRpcHandler(router);
export const POST = GET;
