import { type Member, memberOf, sessionOfRequest } from "@/lib/fronts/dashboard/current-session";
import { merchantChoiceOf } from "@/lib/fronts/dashboard/merchant-choice";
import { isOwnOrigin } from "@/lib/fronts/dashboard/origin";
import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { toldClientAddress, withCallerAddress } from "@/lib/kernel/http/client-address";
import { type Proof, withProof } from "@/lib/people/guards/assert-proven";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";
import { isAllowed, type Permission } from "@/lib/people/merchants/role";
import { listRealNetworks } from "@/lib/pricing/catalog/real-networks-repo";

/** Who may call an operation. Every operation names one: what has no gate does not compile. */
export type Gate<Caller> = {
  /** For people and tests, for example `member:invoice.create`. */
  readonly name: string;
  /** @throws AppError when the caller may not pass */
  readonly admit: (request: Request, now: Date) => Promise<Caller>;
  /** What a command that moves money is told of the caller. Left out: nothing behind the gate moves any. */
  readonly proofOf?: (caller: Caller, now: Date) => Proof;
};

/**
 * Does the work of a request of whom the gate admits: Origin (of what changes something), session and role, and then the work, which is told
 * who asks, from which address, and what they have shown. Operations and routes of the pages both begin here.
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
  return await withCallerAddress(toldClientAddress(request.headers), () => withProof(proof, () => work(caller)));
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

/** The operator of the installation: to change anything where real money is, with a second factor. */
export function operator(): Gate<{ session: SessionRow }> {
  return {
    name: "operator",
    admit: async (request, now) => {
      const session = await sessionOfRequest(request, now);
      if (!session.user.isOperator) throw new AppError("forbidden", "Only the operator may do this.");
      if (READS.has(request.method) || session.secondFactorAt !== null || !(await isForRealMoney())) return { session };
      const message =
        "Where real money is, an operator needs a second factor to change anything. Set one up in your account.";
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
