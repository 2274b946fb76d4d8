import { say } from "@/components/pay/say";
import type { AppError } from "@/lib/errors";

/** An expected refusal in words for a payer; the interface's own texts are written for programs. */
export function publicErrorText(error: AppError): string {
  return error.code === "unavailable" ? say("error.unavailable") : error.message;
}
