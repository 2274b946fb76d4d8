import { type Member, memberOf, sessionOfRequest } from "@/lib/fronts/dashboard/current-session";
import { merchantChoiceOf } from "@/lib/fronts/dashboard/merchant-choice";
import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { clientAddressHeader, withCallerAddress } from "@/lib/kernel/http/client-address";
import { confirmationNeeded, type Proof, proofOf, withProof } from "@/lib/people/guards/assert-proven";
import { isFresh } from "@/lib/people/identity/session-life";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";
import { isAllowed, type Permission } from "@/lib/people/merchants/role";
import { listRealNetworks } from "@/lib/pricing/catalog/networks-repo";

type Someone = { readonly session: SessionRow } | { readonly member: Member };

const sessionOf = (caller: Someone): SessionRow => ("member" in caller ? caller.member.session : caller.session);

/**
 * A gate for acts that could lead money away: it admits whom `gate` admits, and only when it was
 * shown within the last quarter of an hour that it is this person (by signing in, or by the dialog
 * "Confirm it is you"). Whoever finds a browser open, or stole its cookie, is stopped here. The
 * browser's `fetchJson` answers the refusal with that dialog and sends the same request again.
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
 * A gate for what moves money: it admits whom `gate` admits, and the command behind it refuses in
 * the same way where it moves more than a little, or to a new destination
 * (`assertProvenUnlessSmall`): only it knows how much goes where.
 */
export function freshForMoney<Caller extends Someone>(gate: Gate<Caller>): Gate<Caller> {
  return { ...gate, name: `fresh-for-money:${gate.name}`, proofOf: (caller, now) => proofOf(sessionOf(caller), now) };
}

/** Who may call an operation. Every operation names one: what has no gate does not compile. */
export type Gate<Caller> = {
  /** For people and tests, for example `member:invoice.create`. */
  readonly name: string;
  /** @throws AppError when the caller may not pass */
  readonly admit: (request: Request, now: Date) => Promise<Caller>;
  /**
   * What a command that moves money is told of the caller. Left out: nothing behind the gate moves
   * any.
   */
  readonly proofOf?: (caller: Caller, now: Date) => Proof;
};

/**
 * Does the work of a request of whom the gate admits: Origin (of what changes something), session
 * and role, and then the work, which is told who asks, from which address, and what they have
 * shown. Operations and routes of the pages both begin here.
 * @throws AppError when the caller may not pass
 */
export async function behindGate<Caller, Result>(
  gate: Gate<Caller>,
  request: Request,
  now: Date,
  work: (caller: Caller) => Promise<Result>,
): Promise<Result> {
  if (!READS.has(request.method) && !isOwnOrigin(request.headers, env().BASE_URL))
    throw new AppError("forbidden", `This page must be opened at ${env().BASE_URL}.`);
  const caller = await gate.admit(request, now);
  const proof = gate.proofOf?.(caller, now) ?? "unsaid";
  return await withCallerAddress(clientAddressHeader(request.headers), () => withProof(proof, () => work(caller)));
}

/** A member of the merchant that the request is about, whose role there has the permission. */
export function member(permission: Permission): Gate<{ member: Member }> {
  return {
    name: `member:${permission}`,
    admit: async (request, now) => {
      const session = await sessionOfRequest(request, now);
      const found = await memberOf(session, merchantChoiceOf(request));
      if (isAllowed(found.role, permission)) return { member: found };
      throw new AppError("forbidden", "Your role does not allow this. Ask an owner of the merchant.");
    },
  };
}

/** Methods that change nothing. */
export const READS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * The operator of the installation: to change anything where real money is, with a second factor.
 */
export function operator(): Gate<{ session: SessionRow }> {
  return {
    name: "operator",
    admit: async (request, now) => {
      const session = await sessionOfRequest(request, now);
      if (!session.user.isOperator) throw new AppError("forbidden", "Only the operator can do this.");
      if (READS.has(request.method) || session.secondFactorAt !== null || !(await isForRealMoney())) return { session };
      const message =
        "With real money, operators need two-factor authentication to make changes. Set it up in your account.";
      throw new AppError("second_factor_needed", message);
    },
  };
}

/** A sandbox may have been given the node of a real network. */
async function isForRealMoney(): Promise<boolean> {
  return !env().SANDBOX || (await listRealNetworks()).length > 0;
}

/** Anybody signed in, about themselves. */
export function person(): Gate<{ session: SessionRow }> {
  return { name: "person", admit: async (request, now) => ({ session: await sessionOfRequest(request, now) }) };
}

/** Nobody is signed in yet: the first start. */
export function anonymous(): Gate<object> {
  return { name: "anonymous", admit: () => Promise.resolve({}) };
}

/**
 * Whether a request comes from one of our own pages. Browsers send Origin with every request that
 * changes something, and no page can forge it, so a mutation without our Origin is refused: this is
 * what stops other sites from using a session.
 *
 * Ours is the public origin, or the host that the request itself names: the same pages reached as
 * `localhost` or through a tunnel. A foreign page cannot make the two agree, because the browser
 * writes both. Where the public origin is https, a page that came without it is not ours: whoever
 * sits on the way can have written it, under our own name.
 */
export function isOwnOrigin(headers: Headers, baseUrl: string): boolean {
  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  const own = new URL(baseUrl);
  if (url.origin === own.origin) return true;
  return (url.protocol === "https:" || url.protocol === own.protocol) && url.host === headers.get("host");
}
