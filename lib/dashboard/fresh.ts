import type { Member } from "@/lib/dashboard/current-session";
import type { Gate } from "@/lib/dashboard/gates";
import { AppError } from "@/lib/errors";
import { isFresh } from "@/lib/merchants/session-life";
import type { SessionRow } from "@/lib/merchants/sessions-repo";

type Someone = { readonly session: SessionRow } | { readonly member: Member };

/**
 * A gate for acts that could lead money away: it admits whom `gate` admits, and only when it was shown within the last quarter of an hour
 * that it is this person (by signing in, or by the dialog "Confirm it is you"). Whoever finds a browser open, or stole its cookie, is
 * stopped here. The browser's `fetchJson` answers the refusal with that dialog and sends the same request again.
 */
export function fresh<Caller extends Someone>(gate: Gate<Caller>): Gate<Caller> {
  return {
    name: `fresh:${gate.name}`,
    admit: async (request, now) => {
      const caller = await gate.admit(request, now);
      const { confirmedAt } = "member" in caller ? caller.member.session : caller.session;
      if (isFresh(confirmedAt, now)) return caller;
      throw new AppError("confirmation_needed", "Confirm that it is you, and it is done.");
    },
  };
}
