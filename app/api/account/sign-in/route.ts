import { z } from "zod";
import { readCookie, stepCookie, stepCookieName } from "@/lib/fronts/dashboard/cookies";
import { anonymous } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { waitingStepView } from "@/lib/people/identity/second-factor-schema";
import { getWaitingStep } from "@/lib/people/identity/sign-in-step";

/**
 * Returns the available methods for the second step of this browser's sign-in; nothing if no step
 * is pending.
 */
export const GET = sessionEndpoint({
  access: anonymous(),
  input: z.object({}),
  output: waitingStepView,
  handle: ({ headers, now }) => getWaitingStep(readCookie(headers.get("cookie"), stepCookieName()), now),
});

/** Abandons the pending step, so that somebody else can sign in. */
export const DELETE = sessionEndpoint({
  access: anonymous(),
  input: z.object({}),
  output: z.object({}),
  handle: async ({ setCookie }) => {
    setCookie(stepCookie("", 0));
    return {};
  },
});
