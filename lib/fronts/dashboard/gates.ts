import { type Member, memberOf, sessionOfRequest } from "@/lib/fronts/dashboard/current-session";
import { merchantChoiceOf, READS } from "@/lib/fronts/dashboard/merchant-choice";
import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { clientAddressHeader } from "@/lib/kernel/http/client-address";
import { withCallerAddress } from "@/lib/kernel/work-context";
import { confirmationNeeded, type Proof, proofOf, withProof } from "@/lib/people/guards/assert-proven";
import { isFresh } from "@/lib/people/identity/session-life";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";
import { isAllowed, type Permission } from "@/lib/people/merchants/role";
import { listRealNetworks } from "@/lib/pricing/catalog/networks-repo";

type Someone = { readonly session: SessionRow } | { readonly member: Member };

const sessionOf = (caller: Someone): SessionRow => ("member" in caller ? caller.member.session : caller.session);

/**
 * Returns a gate for actions that could divert money: it admits whoever `gate` admits, if they
 * proved their identity within the last 15 minutes (by signing in, or in the dialog "Confirm it is
 * you"). This stops anybody who finds an open browser or stole its cookie. On rejection, the
 * browser's `fetchJson` opens that dialog and retries the request.
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
 * Returns a gate for moving money: it admits whoever `gate` admits, and the command rejects
 * unproven callers itself if it moves more than a small amount, or to a new destination
 * (`assertProvenUnlessSmall`), because only the command knows amount and destination.
 */
export function freshForMoney<Caller extends Someone>(gate: Gate<Caller>): Gate<Caller> {
  return { ...gate, name: `fresh-for-money:${gate.name}`, proofOf: (caller, now) => proofOf(sessionOf(caller), now) };
}

/** Who may call an operation. An operation without a gate does not compile. */
export type Gate<Caller> = {
  /** For developers and tests, for example `member:invoice.create`. */
  readonly name: string;
  /** @throws AppError when the caller is rejected */
  readonly admit: (request: Request, now: Date) => Promise<Caller>;
  /**
   * The caller's proof of identity, passed to commands that move money. Omitted: no command behind
   * the gate moves any.
   */
  readonly proofOf?: (caller: Caller, now: Date) => Proof;
};

/**
 * Runs `work` for a caller admitted by the gate: checks Origin (of mutations), session and role,
 * then passes `work` the caller, their address and their proof. Operations and routes of the pages
 * both start here.
 * @throws AppError when the caller is rejected
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

/** Admits members of the request's merchant whose role has the permission. */
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

/** Admits operators of the installation. With real money, mutations require a second factor. */
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

/** A sandbox may be configured with a node of a mainnet. */
async function isForRealMoney(): Promise<boolean> {
  return !env().SANDBOX || (await listRealNetworks()).length > 0;
}

/** Admits any signed-in user, for their own account. */
export function person(): Gate<{ session: SessionRow }> {
  return { name: "person", admit: async (request, now) => ({ session: await sessionOfRequest(request, now) }) };
}

/** Admits callers without a session: the first start. */
export function anonymous(): Gate<object> {
  return { name: "anonymous", admit: () => Promise.resolve({}) };
}

/**
 * Whether a request comes from one of our own pages. Browsers send Origin with every mutation, and
 * no page can forge it, so a mutation without our Origin is rejected. This stops other sites from
 * using a session.
 *
 * Our origin is the public one, or the host that the request itself names: the same pages reached
 * as `localhost` or through a tunnel. A foreign page cannot make the two match, because the browser
 * sets both. If the public origin is https, a page loaded without TLS is foreign: a man in the
 * middle may have written it under our name.
 */
export function isOwnOrigin(headers: Headers, baseUrl: string): boolean {
  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  const own = new URL(baseUrl);
  if (url.origin === own.origin) return true;
  return (url.protocol === "https:" || url.protocol === own.protocol) && url.host === headers.get("host");
}
