/**
 * The expected payment code of every service in the catalog: written by hand from the standard
 * named in `source`, never computed. A service without a row here fails a test.
 */
export type PaymentUriVector = {
  /** As `COIN@network`. */
  readonly service: string;
  /** A real address of the family, from its own standard or documentation. */
  readonly address: string;
  /** In the coin. */
  readonly amount: string;
  /** Null where the plain address is the only text that the network's wallets understand. */
  readonly uri: string | null;
  readonly source: string;
};

/** Expiry of a vector's request, for links that contain it: 1795258800 in Unix seconds. */
export const VECTOR_ENDS = new Date("2026-11-21T11:00:00Z");
/** The requester, for links that name one. */
export const VECTOR_SHOP = "Paper Lantern";

const BIP_21 = "BIP-21, examples";
const EIP_681 = "EIP-681, syntax and examples";
const SOLANA_PAY = "Solana Pay specification, transfer request";
const TON_LINKS = "docs.ton.org, deep links, transfer";
const NO_STANDARD = "none exists: see lib/chains/payment-uri/build-payment-uri.ts";

const EVM = "0x52908400098527886E0F7030069857D2E4169EE7";
const TRON = "TDGmmTC7xDgQGwH4FYRGuE7SFH2MePHYeH";
const SOLANA = "mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN";
const TON = "UQCR2AKH5EUqGjaJRTQ025FRhA3wVzcBvCe3vC9Gd1EvR5hb";

type Row = readonly [service: string, amount: string, uri: string | null];

const onEvm = rows(EVM, EIP_681, [
  ["ETH@eth", "0.0186", `ethereum:${EVM}@1?value=18600000000000000`],
  [
    "USDT@eth",
    "25.05",
    `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${EVM}&uint256=25050000`,
  ],
  ["USDC@eth", "25", `ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48@1/transfer?address=${EVM}&uint256=25000000`],
  ["DAI@eth", "25.1", token(1, "0x6B175474E89094C44Da98b954EedeAC495271d0F", "25100000000000000000")],
  ["SHIB@eth", "2500000.12345678", token(1, "0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE", "2500000123456780000000000")],
  ["POL@eth", "100", token(1, "0x455e53CBB86018Ac2B8092FdCd39d8444aFFC3F6", "100000000000000000000")],
  ["VERSE@eth", "90000", token(1, "0x249cA82617eC3DfB2589c4c17ab7EC9765350a18", "90000000000000000000000")],
  ["BNB@bsc", "0.03", `ethereum:${EVM}@56?value=30000000000000000`],
  ["USDT@bsc", "25.05", token(56, "0x55d398326f99059fF775485246999027B3197955", "25050000000000000000")],
  ["USDC@bsc", "25.00000001", token(56, "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d", "25000000010000000000")],
  ["ETH@bsc", "0.0186", token(56, "0x2170Ed0880ac9A755fd29B2688956BD959F933F8", "18600000000000000")],
  ["DAI@bsc", "25", token(56, "0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3", "25000000000000000000")],
  ["CGPT@bsc", "300", token(56, "0x9840652DC04fb9db2C43853633f0F62BE6f00f98", "300000000000000000000")],
  ["POL@polygon", "60.5", `ethereum:${EVM}@137?value=60500000000000000000`],
  ["USDT@polygon", "25.05", token(137, "0xc2132D05D31c914a87C6611C10748AEb04B58e8F", "25050000")],
  ["USDC@polygon", "25", token(137, "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", "25000000")],
  ["DAI@polygon", "25", token(137, "0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063", "25000000000000000000")],
  ["ETH@arbitrum", "0.0186", `ethereum:${EVM}@42161?value=18600000000000000`],
  ["USDT@arbitrum", "25", token(42161, "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9", "25000000")],
  ["USDC@arbitrum", "25", token(42161, "0xaf88d065e77c8cC2239327C5EDb3A432268e5831", "25000000")],
  ["AVAX@avalanche", "1.25", `ethereum:${EVM}@43114?value=1250000000000000000`],
  ["USDT@avalanche", "25", token(43114, "0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7", "25000000")],
  ["USDC@avalanche", "25", token(43114, "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E", "25000000")],
]);

const onCoins: readonly PaymentUriVector[] = [
  coin("BTC@btc", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "0.00000001", "bitcoin:", BIP_21),
  coin(
    "LTC@ltc",
    "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9",
    "0.25",
    "litecoin:",
    `${BIP_21}, with Litecoin's scheme`,
  ),
  coin("DOGE@doge", "DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE", "150", "dogecoin:", `${BIP_21}, with Dogecoin's scheme`),
  coin("DASH@dash", "XmN7PQYWKn5MJFna5fRYgP6mxT2F7xpekE", "1.5", "dash:", `${BIP_21}, with Dash's scheme`),
  coin(
    "BCH@bch",
    "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
    "0.05",
    "",
    "CashAddr specification, prefix",
  ),
];

const elsewhere: readonly PaymentUriVector[] = [
  ...rows(TRON, NO_STANDARD, [
    ["TRX@tron", "80.5", `tron:${TRON}?amount=80.5`],
    ["USDT@tron", "25", null],
    ["USDC@tron", "25", null],
  ]),
  ...rows(SOLANA, SOLANA_PAY, [
    ["SOL@sol", "0.125", `solana:${SOLANA}?amount=0.125&label=Paper%20Lantern`],
    [
      "USDT@sol",
      "0.01",
      `solana:${SOLANA}?amount=0.01&spl-token=Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB&label=Paper%20Lantern`,
    ],
  ]),
  ...rows(TON, TON_LINKS, [
    ["TON@ton", "5.25", `ton://transfer/${TON}?amount=5250000000&exp=1795258800`],
    ["USDT@ton", "25.05", jetton("25050000", "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs")],
    ["HMSTR@ton", "9000", jetton("9000000000000", "EQAJ8uWd7EBqsmpSWaRdf_I-8R8-XHwh3gsNKhy-UrdrPcUo")],
  ]),
  {
    service: "XMR@xmr",
    address: "46BeWrHpwXmHDpDEUmZBWZfoQpdc6HaERCNmx1pEYL2rAcuwufPN9rXHHtyUA4QVy66qeFQkn6sfK8aHYjA3jk3o1Bv16em",
    amount: "0.12345678",
    uri: "monero:46BeWrHpwXmHDpDEUmZBWZfoQpdc6HaERCNmx1pEYL2rAcuwufPN9rXHHtyUA4QVy66qeFQkn6sfK8aHYjA3jk3o1Bv16em?tx_amount=0.12345678",
    source: "Monero's URI formatting",
  },
];

export const PAYMENT_URIS: readonly PaymentUriVector[] = [...onEvm, ...onCoins, ...elsewhere];

function rows(address: string, source: string, list: readonly Row[]): readonly PaymentUriVector[] {
  return list.map(([service, amount, uri]) => ({ service, address, amount, uri, source }));
}

function token(chainId: number, contract: string, units: string): string {
  return `ethereum:${contract}@${chainId}/transfer?address=${EVM}&uint256=${units}`;
}

function jetton(units: string, master: string): string {
  return `ton://transfer/${TON}?amount=${units}&jetton=${master}&exp=1795258800`;
}

function coin(service: string, address: string, amount: string, scheme: string, source: string): PaymentUriVector {
  return { service, address, amount, uri: `${scheme}${address}?amount=${amount}`, source };
}
