import type { Provider } from "@/components/payers/pay/script/wallet/find-wallets";

/** What to send, from the page's markup: numbers in hexadecimal, ready for the wallet. */
export type Order = {
  readonly chainId: string;
  readonly to: string;
  readonly value: string;
  readonly data: string;
  /** For a wallet that does not know the chain; null if nothing public is known about it. */
  readonly chain: unknown;
};

/** Each is a sentence of the page. */
export type Step = "connect" | "network" | "confirm";
export type Outcome = "sent" | "wrong" | "changed" | Failure;
export type SignStep = "connect" | "confirm";
export type SignOutcome = "signed" | "other" | "changed" | Failure;
type Failure = "refused" | "busy" | "failed";

const REFUSED = [4001, "ACTION_REJECTED"];
const BUSY = -32002;
const UNKNOWN_CHAIN = 4902;

/**
 * Guides a wallet through one payment: account, network, the transfer itself. Sends at most once,
 * and only if the wallet is on the order's chain. `isStill` reports, just before sending, whether
 * the page still shows the same order.
 */
export async function askWallet(
  provider: Provider,
  order: Order,
  say: (step: Step) => void,
  isStill: () => boolean,
): Promise<Outcome> {
  const ask = (method: string, ...params: readonly unknown[]) => provider.request({ method, params });
  const isThere = async () => isSameNumber(await ask("eth_chainId"), order.chainId);
  try {
    say("connect");
    const accounts = await ask("eth_requestAccounts");
    const from: unknown = Array.isArray(accounts) ? accounts[0] : null;
    if (typeof from !== "string") return "refused";
    if (!(await isThere())) {
      say("network");
      await switchChain(ask, order);
      if (!(await isThere())) return "wrong";
    }
    if (!isStill()) return "changed";
    say("confirm");
    const { to, value, data, chainId } = order;
    await ask("eth_sendTransaction", { from, to, value, chainId, ...(data === "0x" ? {} : { data }) });
    return "sent";
  } catch (error) {
    return failureOf(error);
  }
}

type Ask = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

/**
 * A wallet that cannot switch, or does not know the chain, stays where it is: the caller checks
 * again.
 */
async function switchChain(ask: Ask, { chainId, chain }: Order): Promise<void> {
  const change = () => ask("wallet_switchEthereumChain", { chainId });
  try {
    await change();
  } catch (error) {
    if (isRefusal(error) || codesOf(error).includes(BUSY)) throw error;
    if (chain === null || !codesOf(error).includes(UNKNOWN_CHAIN)) return;
    await ask("wallet_addEthereumChain", chain);
    // Some wallets have switched by now, some only have added the chain.
    await change();
  }
}

/** Maps a wallet's error to its meaning. */
export function failureOf(error: unknown): Failure {
  if (isRefusal(error)) return "refused";
  return codesOf(error).includes(BUSY) ? "busy" : "failed";
}

function isRefusal(error: unknown): boolean {
  return codesOf(error).some((code) => REFUSED.includes(code as number));
}

/** A mobile wallet wraps the original error. */
function codesOf(error: unknown): readonly unknown[] {
  type Reason = { readonly code?: unknown; readonly data?: { readonly originalError?: { readonly code?: unknown } } };
  const { code, data } = (error ?? {}) as Reason;
  return [code, data?.originalError?.code];
}

/** `0x38`, `0x038`, 56 and "56" are one chain. */
function isSameNumber(found: unknown, wanted: string): boolean {
  try {
    return BigInt(found as string | number) === BigInt(wanted);
  } catch {
    return false;
  }
}
