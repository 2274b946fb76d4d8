import type { Tx } from "@/lib/db";
import type { Barred, Hindrance } from "@/lib/sends/hindrance";
import type { Send } from "@/lib/sends/send";
import { sendOwner } from "@/lib/sends/send-owner";

/** Which of these lack a row that they must have, by their owner's word: one question for each purpose. */
export async function findUnproven(tx: Tx, sends: readonly Send[]): Promise<Barred> {
  const barred = new Map<string, Hindrance>();
  for (const purpose of new Set(sends.map((send) => send.purpose))) {
    const own = sends.filter((send) => send.purpose === purpose);
    for (const [id, detail] of await sendOwner(purpose).unproven(tx, own)) {
      barred.set(id, { reason: "unproven", detail });
    }
  }
  return barred;
}
