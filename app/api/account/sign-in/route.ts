import { z } from "zod";
import { waitingStepView } from "@/lib/accounts/second-factor-schema";
import { getWaitingStep } from "@/lib/accounts/sign-in-step";
import { stranger } from "@/lib/dashboard/gates";
import { readCookie } from "@/lib/dashboard/session-cookie";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { stepCookie, stepCookieName } from "@/lib/dashboard/step-cookie";

/** What the second step of this browser's sign-in can be taken with; nothing while none waits. */
export const GET = sessionEndpoint({
  access: stranger(),
  input: z.object({}),
  output: waitingStepView,
  handle: ({ headers, now }) => getWaitingStep(readCookie(headers.get("cookie"), stepCookieName()), now),
});

/** Leaves the step, to begin again as somebody else. */
export const DELETE = sessionEndpoint({
  access: stranger(),
  input: z.object({}),
  output: z.object({}),
  handle: async ({ setCookie }) => {
    setCookie(stepCookie("", 0));
    return {};
  },
});
