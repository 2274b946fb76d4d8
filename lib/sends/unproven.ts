import type { Tx } from "@/lib/db";
import type { Barred } from "@/lib/sends/hindrance";
import type { Send } from "@/lib/sends/send";
import { sendOwner } from "@/lib/sends/send-owner";

/** The first of these for which a row is missing that it must have, by its owner's word, or null: one question for each purpose. */
export async function findUnproven(tx: Tx, sends: readonly Send[]): Promise<Barred<Send> | null> {
  for (const purpose of new Set(sends.map((send) => send.purpose))) {
    const own = sends.filter((send) => send.purpose === purpose);
    const missing = await sendOwner(purpose).unproven(tx, own);
    for (const send of own) {
      const detail = missing.get(send.id);
      if (detail !== undefined) return { hindrance: { reason: "unproven", detail }, sends: [send] };
    }
  }
  return null;
}
