import { z } from "zod";
import { sendResetLink } from "@/lib/accounts/send-reset-link";
import { defineJob, type Job } from "@/lib/jobs/define-job";

const payload = z.object({ email: z.string() });

/** Looks up who has an address and sends them a link for a new password; nothing where nobody has it. */
export const sendResetLinkJob: Job<typeof payload> = defineJob({
  name: "send-reset-link",
  payload,
  run: ({ email }) => sendResetLink(email, new Date()),
});
