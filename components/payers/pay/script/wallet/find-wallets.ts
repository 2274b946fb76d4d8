/** The API of every browser wallet (EIP-1193). */
export type Provider = {
  readonly request: (call: { readonly method: string; readonly params?: readonly unknown[] }) => Promise<unknown>;
};

export type Wallet = { readonly id: string; readonly name: string; readonly provider: Provider };

type Announcement = {
  readonly info?: { readonly uuid?: unknown; readonly name?: unknown };
  readonly provider?: Provider;
};

/** Installed wallets respond at once; this is for one that is still starting. */
const ANSWER_MS = 200;
const NAME_LENGTH_MAX = 40;

const found = new Map<string, Wallet>();

window.addEventListener("eip6963:announceProvider", (event) => {
  const { info, provider } = ((event as CustomEvent).detail ?? {}) as Announcement;
  if (typeof provider?.request !== "function" || typeof info?.uuid !== "string") return;
  const name = String(info.name ?? "").slice(0, NAME_LENGTH_MAX);
  found.set(info.uuid, { id: info.uuid, name, provider });
});

/** Returns the wallets of this browser (EIP-6963), or the unnamed legacy one. */
export async function findWallets(): Promise<readonly Wallet[]> {
  window.dispatchEvent(new Event("eip6963:requestProvider"));
  if (found.size === 0) await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
  if (found.size > 0) return [...found.values()];
  const { ethereum } = window as { readonly ethereum?: Provider };
  return typeof ethereum?.request === "function" ? [{ id: "", name: "", provider: ethereum }] : [];
}
