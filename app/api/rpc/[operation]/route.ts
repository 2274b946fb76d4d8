import { answerBy } from "@/lib/fronts/dashboard/answer-operation";
import { router } from "@/lib/fronts/dashboard/router";

/** Every operation of the router: queries by GET, mutations by POST. */
export const GET = answerBy(router);
export const POST = GET;
