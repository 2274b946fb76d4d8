import type { AddressFamily } from "@/lib/chains/address-family";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";

/**
 * The schemes that the wallets of these coins have registered; each has adopted Bitcoin's standard
 * under its own name.
 */
const SCHEMES = { btc: "bitcoin", ltc: "litecoin", doge: "dogecoin", dash: "dash" } as const;

/**
 * BIP-21, and BIP-321 which replaces it: the amount in whole coins, in plain digits with a dot. No
 * label: wallets show the payer's own, and it would make the code denser.
 */
function bitcoinLikeUri(family: keyof typeof SCHEMES): PaymentUriBuilder {
  return (request) => `${SCHEMES[family]}:${request.address}?amount=${wholeCoins(request)}`;
}

/**
 * CashAddr: the address's own prefix is the scheme (`bchreg` on a test chain), so it is not
 * repeated.
 */
function buildBitcoinCashUri(request: PaymentRequest): string {
  const { address } = request;
  return `${address.includes(":") ? address : `bitcoincash:${address}`}?amount=${wholeCoins(request)}`;
}

/** Monero's own scheme: like BIP-21, but with another name for the amount. */
function buildMoneroUri(request: PaymentRequest): string {
  return `monero:${request.address}?tx_amount=${wholeCoins(request)}`;
}

function wholeCoins({ units, decimals }: PaymentRequest): string {
  return fromBaseUnits(units, decimals).toFixed();
}

/** As percent-encoded text. A longer label would make the code too dense for an old camera. */
const LABEL_LENGTH_MAX = 48;

/**
 * Solana Pay, transfer request: the amount in whole coins or tokens, never in lamports; the
 * recipient is always the owner's address, also for a token. The label is the payee that the wallet
 * displays; left out where it is too long.
 */
function buildSolanaUri({ address, units, decimals, contract, label }: PaymentRequest): string {
  const token = contract === null ? "" : `&spl-token=${contract}`;
  const payee = encodeURIComponent(label ?? "");
  const named = payee !== "" && payee.length <= LABEL_LENGTH_MAX ? `&label=${payee}` : "";
  return `solana:${address}?amount=${fromBaseUnits(units, decimals).toFixed()}${token}${named}`;
}

const SECOND_MS = 1_000;

/**
 * The transfer link that TON's documentation describes and its wallets read: amounts in base units,
 * nanotons or those of the jetton; the jetton by its master contract, the recipient always the
 * owner's address. `exp` (Unix seconds) keeps a wallet from sending after expiry; wallets that do
 * not know it ignore it. No `text`: each payment has its own address.
 */
function buildTonUri({ address, units, contract, expiresAt }: PaymentRequest): string {
  const jetton = contract === null ? "" : `&jetton=${contract}`;
  const until = expiresAt === null ? "" : `&exp=${Math.floor(expiresAt.getTime() / SECOND_MS)}`;
  return `ton://transfer/${address}?amount=${units}${jetton}${until}`;
}

const BUILDERS: Readonly<Record<AddressFamily, PaymentUriBuilder>> = {
  evm: buildEvmUri,
  btc: bitcoinLikeUri("btc"),
  ltc: bitcoinLikeUri("ltc"),
  doge: bitcoinLikeUri("doge"),
  dash: bitcoinLikeUri("dash"),
  bch: buildBitcoinCashUri,
  tron: buildTronUri,
  sol: buildSolanaUri,
  ton: buildTonUri,
  xmr: buildMoneroUri,
};

/**
 * Returns the text that a wallet app reads from a code or a link: coin, network, address and amount
 * in one. Pure, safe for the browser. Null where the family's wallets read only the plain address.
 */
export function buildPaymentUri(family: AddressFamily, request: PaymentRequest): string | null {
  return BUILDERS[family](request);
}

/**
 * EIP-681, with the chain id and, for a token, the call of its contract. Amounts are whole base
 * units in plain digits: not every wallet reads the standard's exponent form. Null without a chain
 * id, since the same address is valid on every chain.
 */
function buildEvmUri({ address, units, contract, chainId }: PaymentRequest): string | null {
  if (chainId === null) return null;
  return contract === null
    ? `ethereum:${address}@${chainId}?value=${units}`
    : `ethereum:${contract}@${chainId}/transfer?address=${address}&uint256=${units}`;
}

/**
 * TRON has no standard for this (TIP-17, which is sometimes named, is about energy). Findings in
 * 2026:
 *
 * - `tron:ADDRESS?amount=TRX`, shaped like BIP-21, is what shops and block explorers write and what
 *   Trust Wallet's scheme (`coin:address?amount=`) and Unstoppable Wallet read. So it is written
 *   for the native coin.
 * - For a token there is no common parameter for the contract, and a wallet that does not know it
 *   would offer the token amount in TRX: 25 USDT would become 25 TRX. So there is none for tokens.
 * - TronLink's scanner reads only the plain address and rejects any scheme ("Incorrect account
 *   address format", btcpayserver-tether/BTCPayServer.Plugins.USDt, pull request 46); TokenPocket
 *   documents nothing else either, and the deep links of both sign in at a site first. So the code
 *   of the plain address should be shown first.
 */
function buildTronUri({ address, units, decimals, contract }: PaymentRequest): string | null {
  if (contract !== null) return null;
  return `tron:${address}?amount=${fromBaseUnits(units, decimals).toFixed()}`;
}

/** The payment that a wallet is asked to make. Addresses are canonical text of their family. */
type PaymentRequest = {
  readonly address: string;
  /** Base units of the coin on its network. */
  readonly units: bigint;
  /** Of the coin on its network. */
  readonly decimals: number;
  /** The token's contract; null for the native coin. */
  readonly contract: string | null;
  /** EIP-155; null outside the EVM family. */
  readonly chainId: bigint | null;
  /** The payee, as a wallet may display it; null for none. */
  readonly label: string | null;
  /** When the request expires; null for never. */
  readonly expiresAt: Date | null;
};

/**
 * Returns null when the family's wallets read no such text, so that the plain address has to be
 * used.
 */
type PaymentUriBuilder = (request: PaymentRequest) => string | null;
