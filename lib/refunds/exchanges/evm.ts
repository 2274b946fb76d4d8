/**
 * Accounts from which exchanges pay out on every EVM network. Published as labels by block explorers.
 */
export const EVM_EXCHANGES: Readonly<Record<string, readonly string[]>> = {
  Binance: [
    "0x3f5ce5fbfe3e9af3971dd833d26ba9b5c936f0be",
    "0xbe0eb53f46cd790cd13851d5eff43d12404d33e8",
    "0xf977814e90da44bfa03b6295a0616a897441acec",
    "0x28c6c06298d514db089934071355e5743bf21d60",
    "0x21a31ee1afc51d94c2efccaa2092ad1028285549",
    "0xdfd5293d8e347dfe59e90efd55b2956a1343963d",
    "0x8894e0a0c962cb723c1976a4421c95949be2d4e3",
  ],
  Coinbase: [
    "0x71660c4005ba85c37ccec55d0c4493e66fe775d3",
    "0x503828976d22510aad0201ac7ec88293211d23da",
    "0xddfabcdc4d8ffc6d5beaf154f18b778f892a0740",
    "0xa9d1e08c7793af67e9d92fe308d5697fb81d3e43",
  ],
  Kraken: ["0x2910543af39aba0cd09dbb2d50200b3e800a63d2", "0x267be1c1d684f78cb4f6a176c4911b741e4ffdc0"],
  OKX: ["0x6cc5f688a315f3dc28a7781717a9a798a59fda7b", "0x236f9f97e0e62388479bf9e5ba4889e46b0273c3"],
  Bybit: ["0xf89d7b9c864f589bbf53a82105107622b35eaa40"],
  KuCoin: ["0x2b5634c42055806a59e9107ed44d43c426e58258", "0xd6216fc19db775df9774a6e33526131da7d19a2c"],
  "Gate.io": ["0x0d0707963952f2fba59dd06f2b425ace40b492fe"],
  Bitfinex: ["0x1151314c646ce4e0efd76d1af4760ae66a9fe30f", "0x77134cbc06cb00b66f4c7e623d5fdbf6777635ec"],
  "Crypto.com": ["0x6262998ced04146fa42253a5c0af90ca02dfd2a3"],
  HTX: ["0xab5c66752a9e8167967685f1450532fb96d5d24f", "0x18709e89bd403f470088abdacebe86cc60dda12e"],
  MEXC: ["0x75e89d5979e4f6fba9f97c104c2f0afb3f1dcb88"],
  Gemini: ["0xd24400ae8bfebb18ca49be86258a3c749cf46853", "0x5f65f7b609678448494de4c87521cdf6cef1e932"],
};
