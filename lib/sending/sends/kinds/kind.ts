import type { AccountNonce } from "@/lib/chains/spending";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import type { SendStopRow } from "@/lib/pricing/catalog/send-stops-repo";
import type { Engine } from "@/lib/sending/sends/engine";
import type { Followed } from "@/lib/sending/sends/follow-sends";
import type { Outgoing } from "@/lib/sending/sends/outgoing";
import type { Send } from "@/lib/sending/sends/send";

/** What the chain says of accounts, by address; empty where accounts have no nonces. */
export type ChainView = ReadonlyMap<string, AccountNonce>;

/** What one step has found out before it decides. */
export type StepView = {
  readonly catalog: Catalog;
  readonly network: CatalogNetwork;
  readonly stops: readonly SendStopRow[];
  readonly onChain: ChainView;
  readonly followed: Followed;
  /** Whether the chain's head is as young as it has to be. */
  readonly isFresh: boolean;
};

/** In what sending differs by what a transaction spends: a nonce, coins, or a span of time. */
export type SendKind = {
  /** Asked before our own record is read: what we send in between never makes the chain look ahead. */
  readonly look: (engine: Engine, accounts: readonly string[], signal: AbortSignal) => Promise<ChainView>;
  /**
   * Judges what the chain has and our record has not: stops the network where money may have left without us, and ends what is proven
   * dead where that is part of ordinary life. Answers whether anything may be signed in this step: not while it is unclear.
   */
  readonly guard: (engine: Engine, view: StepView, signal: AbortSignal) => Promise<boolean>;
  /** Signs and broadcasts what may go. Asked with nothing due as well, as long as something may be signed. */
  readonly start: (engine: Engine, view: StepView, due: readonly Send[], signal: AbortSignal) => Promise<void>;
  /** Brings forward what waits for too long; a person hears of what cannot be. */
  readonly renew: (
    engine: Engine,
    catalog: Catalog,
    waiting: readonly Outgoing[],
    signal: AbortSignal,
  ) => Promise<void>;
};
