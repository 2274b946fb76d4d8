import type { Step } from "@/lib/kernel/tracing/traced";
import type { Send } from "@/lib/sending/sends/send";

/** A step of the transaction that carries these sends, in the trace of each of their owners. */
export function stepOf(
  name: "sign" | "broadcast" | "settle",
  networkCode: string,
  sends: readonly Pick<Send, "purposeId">[],
  outgoingId?: string,
): Step {
  const [about = null, ...also] = sends.map(({ purposeId }) => purposeId);
  const attributes = {
    "chaintill.network": networkCode,
    ...(outgoingId !== undefined && { "chaintill.outgoing_id": outgoingId }),
  };
  return { name: `send ${name}`, about, also, attributes };
}
