import type { AddressFamily } from "@/lib/chains/address-family";
import type { ChainShape } from "@/lib/chains/contract/shape";
import type { ScriptedNode } from "@/lib/chains/scripted/scripted-node";

/** What a test decides about its chain. */
export type ScriptedDriverConfig = {
  readonly network: string;
  readonly family: AddressFamily;
  readonly shape: ChainShape;
  /** Nodes of one chain, preferred first; their faults are the test's to set. */
  readonly nodes: readonly ScriptedNode[];
  /** Null takes whatever chain the nodes show. */
  readonly genesisHash: string | null;
  readonly native: { readonly symbol: string; readonly decimals: number };
  /** By contract text. Tokens left out still move; nothing describes them. */
  readonly tokens: ReadonlyMap<string, { readonly symbol: string; readonly decimals: number }>;
  /** Lets the chain use addresses of a real family; without it the scripted ones. */
  readonly parseAddress?: (text: string) => string | null;
};
