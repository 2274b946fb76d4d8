import type { Member } from "@/lib/fronts/dashboard/current-session";
import type { Gate } from "@/lib/fronts/dashboard/gates";
import { confirmationNeeded, proofOf } from "@/lib/people/guards/assert-proven";
import { isFresh } from "@/lib/people/identity/session-life";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";

type Someone = { readonly session: SessionRow } | { readonly member: Member };

const sessionOf = (caller: Someone): SessionRow => ("member" in caller ? caller.member.session : caller.session);

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
      if (isFresh(sessionOf(caller).confirmedAt, now)) return caller;
      throw confirmationNeeded();
    },
    proofOf: () => "shown",
  };
}

/**
 * A gate for what moves money: it admits whom `gate` admits, and the command behind it refuses in the same way where it moves more than a
 * little, or to a new destination (`assertProvenUnlessSmall`): only it knows how much goes where.
 */
export function freshForMoney<Caller extends Someone>(gate: Gate<Caller>): Gate<Caller> {
  return { ...gate, name: `fresh-for-money:${gate.name}`, proofOf: (caller, now) => proofOf(sessionOf(caller), now) };
}
