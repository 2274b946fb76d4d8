import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** What lists can be narrowed by: every coin and network that there ever was, as history has them too. */
export type ListChoices = {
  readonly coins: readonly { readonly value: string; readonly label: string }[];
  readonly networks: readonly { readonly value: string; readonly label: string }[];
  /** Fiat first: what most amounts are asked for in. */
  readonly currencies: readonly { readonly value: string; readonly label: string }[];
};

export async function listChoices(): Promise<ListChoices> {
  const catalog = await loadCatalog();
  const services = catalog.services();
  const networks = new Map(services.map(({ network }) => [network.code, network.name]));
  const coins = [...new Set(services.map(({ currency }) => currency.code))].toSorted();
  const fiat = catalog.currencies().filter(({ kind }) => kind === "fiat");
  const plain = (code: string) => ({ value: code, label: code });
  return {
    coins: coins.map(plain),
    networks: [...networks]
      .map(([value, label]) => ({ value, label }))
      .toSorted((a, b) => a.label.localeCompare(b.label)),
    currencies: [...fiat.map(({ code }) => code).toSorted(), ...coins].map(plain),
  };
}
