/** What a wallet should be asked to send. Addresses are canonical text of their family. */
export type PaymentRequest = {
  readonly address: string;
  /** Base units of the coin on its network. */
  readonly units: bigint;
  /** Of the coin on its network. */
  readonly decimals: number;
  /** The token's contract; null for the network's own coin. */
  readonly contract: string | null;
  /** EIP-155; null outside the EVM family. */
  readonly chainId: bigint | null;
  /** Who asks, as a wallet may show it; null for nobody. */
  readonly label: string | null;
  /** When the request stops being good; null for never. */
  readonly expiresAt: Date | null;
};

/** Null: there is no text that the wallets of this family read, so that the plain address has to serve. */
export type PaymentUriBuilder = (request: PaymentRequest) => string | null;
