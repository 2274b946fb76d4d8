import { cookies } from "next/headers";
import { z } from "zod";
import { waitingStepView } from "@/lib/accounts/second-factor-schema";
import { getWaitingStep } from "@/lib/accounts/sign-in-step";
import { stranger } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { stepCookie, stepCookieName } from "@/lib/dashboard/step-cookie";

/** What the second step of this browser's sign-in can be taken with; nothing while none waits. */
export const GET = sessionEndpoint({
  access: stranger(),
  input: z.object({}),
  output: waitingStepView,
  handle: async ({ now }) => getWaitingStep((await cookies()).get(stepCookieName())?.value, now),
});

/** Leaves the step, to begin again as somebody else. */
export const DELETE = sessionEndpoint({
  access: stranger(),
  input: z.object({}),
  output: z.object({}),
  handle: async () => {
    (await cookies()).set(stepCookie("", 0));
    return {};
  },
});
