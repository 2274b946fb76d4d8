import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

export type FakeWallet = {
  readonly name: string;
  /** The initial chain, and the chains it can switch to, in hexadecimal. */
  readonly chainId: string;
  readonly knows?: readonly string[];
  /** Methods that its owner refuses the first time. */
  readonly refusesOnce?: readonly string[];
  /** Reports that it has sent, but sends nothing. */
  readonly isPretending?: boolean;
  /** Announces nothing and only sets `window.ethereum`, as all wallets did before EIP-6963. */
  readonly isOld?: boolean;
};

type Chain = { readonly rpcUrl: string; readonly chainId: number; readonly faucet: string };

const { networks }: { networks: Readonly<Record<string, Chain>> } = JSON.parse(
  readFileSync(process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json", "utf8"),
);

/**
 * Adds wallets to every page that opens from now on (EIP-1193, announced by EIP-6963). They use the
 * faucet of the sandbox's chains and really send there, through the node of the chain's id.
 */
export async function installWallets(page: Page, ...wallets: readonly FakeWallet[]): Promise<void> {
  await page.exposeFunction("sendOnChain", sendOnChain);
  await page.addInitScript(announceWallets, wallets);
}

/** Returns the requests to the wallets of the open page so far, as `Name: method`. */
export async function askedOf(page: Page): Promise<readonly string[]> {
  return await page.evaluate(
    () => (window as unknown as { readonly askedOfWallets: readonly string[] }).askedOfWallets,
  );
}

async function sendOnChain(chainId: string, transaction: Readonly<Record<string, string>>): Promise<string> {
  const chain = Object.values(networks).find((candidate) => BigInt(candidate.chainId ?? 0) === BigInt(chainId));
  if (chain === undefined) throw new Error(`the sandbox has no chain ${chainId}`);
  const params = [{ ...transaction, from: chain.faucet }];
  const response = await fetch(chain.rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_sendTransaction", params }),
  });
  const { result, error }: { result?: string; error?: unknown } = await response.json();
  if (result === undefined) throw new Error(`the node refused: ${JSON.stringify(error)}`);
  return result;
}

/** Runs in the page, so it can use nothing from its scope here. */
function announceWallets(wallets: readonly FakeWallet[]): void {
  const asked: string[] = [];
  const inPage = window as unknown as {
    askedOfWallets: string[];
    sendOnChain: (chainId: string, transaction: unknown) => Promise<string>;
    ethereum?: unknown;
  };
  inPage.askedOfWallets = asked;
  wallets.forEach(({ name, chainId, knows = [], refusesOnce = [], isPretending = false, isOld = false }, index) => {
    const refusals = new Set(refusesOnce);
    let chain = chainId;
    const request = async ({ method, params = [] }: { method: string; params?: readonly { chainId?: string }[] }) => {
      asked.push(`${name}: ${method}`);
      if (refusals.delete(method)) throw Object.assign(new Error("The owner said no"), { code: 4001 });
      if (method === "eth_chainId") return chain;
      if (method === "eth_requestAccounts") return ["0x00000000000000000000000000000000000000f0"];
      if (method === "eth_sendTransaction") return isPretending ? "0x0" : await inPage.sendOnChain(chain, params[0]);
      const wanted = params[0]?.chainId ?? "";
      if (method !== "wallet_switchEthereumChain" || !knows.includes(wanted))
        throw Object.assign(new Error("Unrecognised chain"), { code: 4902 });
      chain = wanted;
      return null;
    };
    if (isOld) inPage.ethereum = { request };
    const detail = {
      info: { uuid: `wallet-${index}`, name, icon: "data:,", rdns: "example.wallet" },
      provider: { request },
    };
    const announce = () => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
    if (isOld) return;
    window.addEventListener("eip6963:requestProvider", announce);
    announce();
  });
}
