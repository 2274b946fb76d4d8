/**
 * Accounts from which exchanges pay out on Solana. Published by the exchanges in their proofs of
 * reserves, or as labels by block explorers; consistent with the labels that Dune publishes.
 */
export const SOLANA_EXCHANGES: Readonly<Record<string, readonly string[]>> = {
  Binance: [
    "5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9",
    "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
    "2ojv9BAiHUrvsm9gxDe7fJSzbNZSJcxZvf8dqmWGHG8S",
    "3yFwqXBfZY4jBVUafQ1YEXw189y2dN3V5KQq9uzBDy1E",
  ],
  KuCoin: [
    "BmFdpraQhkiDQE6SnfG5omcA1VwzqfXrwtNYBwWTymy6",
    "57vSaRTqN9iXaemgh4AoDsZ63mcaoshfMK8NP3Z5QNbs",
    "HVh6wHNBAsG3pq1Bj5oCzRjoWKVogEDHwUHkRz3ekFgt",
    "EkUy8BB574iEVAQE9dywEiMhp9f2mFBuFu6TBKAkQxFY",
  ],
  "Gate.io": ["u6PJ8DtQuPFnfmwHbGFULQ4u4EgjDiyYKjVEsynXq2w", "HiRpdAZifEsZGdzQ5Xo5wcnaH3D2Jj9SoNsUzcYNK78J"],
  Bitget: ["A77HErqtfN1hLLpvZ9pCtu66FEtM8BveoaKbbMoZ4RiR"],
  Coinbase: [
    "H8sMJSCQxfKiFTCfDR3DUMLPwcRbM61LGFJ8N4dK3WjS",
    "2AQdpHJ2JpcEgPiATUXjQxA8QmafFegfQwSLWSprPicm",
    "GJRs4FwHtemZ5ZE9x3FNvJ8TMwitKTh21yxdRPqn7npE",
  ],
  Kraken: ["FWznbcNXWQuHTawe9RxvQ2LdCENssh12dsznf4RiouN5"],
  Bybit: ["AC5RDfQFmDS1deWZos921JfqscXdByf8BKHs5ACWjtW2", "42brAgAVNzMBP7aaktPvAmBSPEkehnFQejiZc53EpJFd"],
  MEXC: ["ASTyfSima4LLAdDgoFGkgqoKowG1LZFDr9fAQrg7iaJZ"],
  "Crypto.com": ["6FEVkH17P9y8Q9aCkDdPcMDjvj7SVxrTETaYEm8f51Jy", "AobVSwdW9BbpMdJvTqeCN4hPAmh4rHm7vwLnQ5ATSyrS"],
};

/**
 * Accounts from which exchanges pay out on TON. From Tonkeeper's list of custodians (ton-assets):
 * most of them identify their customers by the comment of a deposit, so a deposit without one is
 * lost. Includes the wallets that a messenger's services share among all of their users.
 */
export const TON_EXCHANGES: Readonly<Record<string, readonly string[]>> = {
  Binance: [
    "EQD5mxRgCuRNLxKxeOjG6r14iSroLF5FtomPnet-sgP5xNJb",
    "UQCOkbUDgcNt1CrM21H1y12WhIVotJJPgHmxpa5-EPQ-2iNl",
    "UQDKHZ7e70CzqdvZCC83Z4WVR8POC_ZB0J1Y4zo88G-zCSRH",
  ],
  OKX: [
    "EQBfAN7LfaUYgXZNw5Wc7GBgkEX2yhuJ5ka95J1JJwXXf4a8",
    "EQDxXbLGLNhq_whg05xJH8c6MTlfr-tZReZESYViJgx4Lg4_",
    "UQDn6G2gh0LtkzQ0_-uPCKY8fhAO6ELiX1manL8IkVdKbDEu",
    "UQADON7zS4TG7pE0oEqxYBRQvkRjQKN64lneV8s3vbWQzTjL",
    "UQCjCknscl6fVyRLZq9MLaerdgBLT86A06NLHNDDd2Krztab",
    "UQAk2h57jakB5bPdD5jDl_625aXqSDGVqLa9BoLPLFMnrnbQ",
    "EQB_LoTHI9i2trGqz4EMjCarI8IgIrRkuHEEstMGWw6nC3Nw",
    "EQCFTsRSHv1SrUO88ZiOTETr35omrRj6Uav9toX8OzSKXGkS",
    "EQD5vcDeRhwaLgAvralVC7sJXI-fc2aNcMUXqcx-BQ-OWnOZ",
  ],
  Bybit: [
    "EQDD8dqOzaj4zUK6ziJOo_G2lx6qf1TEktTRkFJ7T1c_fPQb",
    "UQBKHz68xmvc76kCRb31QaUK2hxoikh1NLFYer_9kwOINDtf",
    "UQDNUlwVkE17QCfq4IsxhiQmDzcc6Mn0_MoM23tYOFQQfBIU",
    "UQCuYqGS2pbiZhYacCzJ9t6RwMNEHxfOulG8RC37IDGjCjpR",
    "UQDjzgXE2pdxMsJKOxAtqLX78uqRczN7Sd40bkpLBX91eeH3",
    "UQDjPvhdF060V8By0e4QIVtpq5tkGS90ITAqscjia3rUvYhY",
    "UQB_l_Nt2j997cnhL4wJxPief7wXUnqz9n3kw7FVKXpW5ODF",
  ],
  KuCoin: [
    "EQCA1BI4QRZ8qYmskSRDzJmkucGodYRTZCf_b9hckjla6dZl",
    "EQCzflcDPbIdELlQ5hQ7ZYwQw79CW9GTAllgrvfyLbz0_OZs",
    "UQAHzmC35fJVqIw3B_P7x54s-STta0t9CcYyTwuiM4pI-t4E",
  ],
  MEXC: [
    "EQBX63RAdgShn34EAFMV73Cut7Z15lUZd1hnVva68SEl7sxi",
    "UQAce9aQ9Pk96Lk9tXkBKdq2WSbG4fybVzgAidtVKVFmMHCX",
    "EQDYh9Di0cT8QSbnHJcNM6sYlpQAAOrnA7sats7Mgwd3497j",
  ],
  "Gate.io": ["EQC0lrj3O0af8GotieYsTXChA_wijIIVN7Sd_wkgYLwoH07q"],
  Bitget: [
    "UQDN9_DXwJA28GQnLjxCntVwvknvKes6c1tku8F5FQc3Mhut",
    "EQDpwKJP-qaqTyKIkOca6VUL_FOmxX5kO8McJA4YcnrBzlwi",
    "EQAzZQL6-D71tTLTFbpxRQtmHJDoP85k2Lwf0r9kLzVV2VRy",
    "EQAGR25YDiUNCr7Fw2WnEYM0g8WB1XuQi-N9Vr2w4zjDEhg5",
    "EQDJlZqZfh1OQ4PY2ze4bSEBznjc8fGzkE2YiP5XLvDv1M6u",
    "EQDAflHltpSTd1j0X0ADBxyE9MSmi9sWiiLD1si4nNYYb7Kq",
    "EQAXl6XExQorMSzpkn_28S79OwtY_zEURRGMLS5kMStdeQng",
    "EQBggwBbNUqxxHhaqM6Ck-5cnBgukkjyfpyQdPNcFjQggwrJ",
  ],
  HTX: ["EQBVXzBT4lcTA3S7gxrg4hnl5fnsDKj4oNEzNp09aQxkwj1f", "EQCFr3jo0DXpIBF82mVGFc3zcdRkSAtinhENPFMQ2FqzYqDB"],
  "Crypto.com": ["UQBAL11PT4vqewvVEbnTdxg0waIru7yKMmA16weqJPXJ-cql"],
  Bitfinex: ["UQBqWnahU4z5WWWQ7DcIRwZJw0JiS_kuY6anoVJU7e2pBEZK"],
  BingX: ["EQD5hzUJ3lovl_eygF9feq-rRH9DyR51HMjvq8bS6gnXimGv"],
  CoinEx: ["EQA0KjWeODV8CDloEp_d3fBJ71xHMVv77ydQWjVr-fAtZSqw"],
  EXMO: ["EQB5lISMH8vLxXpqWph7ZutCS4tU4QdZtrUUpmtgDCsO73JR"],
  BitMart: ["UQCi-sp63-vVxZcBCNH3kGXO8ysMFD-xNIkGa2hM3X7pXCoH"],
  "Wallet in Telegram": [
    "EQDd3NPNrWCvTA1pOJ9WetUdDCY_pJaNZVq0JMaara-TIp90",
    "EQBDanbCeUqI4_v-xrnAN0_I2wRvEIaLg1Qg2ZN5c6Zl1KOh",
    "EQBugU5kUOjFeAZ7tlYpj7TQE5fdFQGNfzTcNp6rpMIRHLwm",
    "UQCXrZNESRUInoEiOP8Qq-kGbQsD6j26KoYw-5yfiKpFXKdd",
    "UQAfWAbHPQO7yW637r8WBn8fLo4nDPoW1XABqp6vdFbwCFsx",
    "UQAbROxVNhaw5FUQNwOINL3wvaofBEDhDzMx2YQVhWEqaC0x",
    "UQDPBslO_a4m-qodhQkvxNrueOugnmnDbawFHB2P_eNfQAI1",
    "UQCRiHBZulagN5CwaW16QCrAaR3_YvzTmOgT-X07Jzb6WOof",
  ],
  "Crypto Bot": ["EQCtiv7PrMJImWiF2L5oJCgPnzp-VML2CAt5cbn1VsKAxLiE"],
  xRocket: ["EQABGo8KCza3ea8DNHMnSWZmbRzW-05332eTdfvW-XDQEjQM"],
};

/**
 * Accounts from which exchanges pay out on TRON. Published by the exchanges in their proofs of
 * reserves, as collected in DefiLlama's adapters, and consistent with the labels that Dune
 * publishes.
 */
export const TRON_EXCHANGES: Readonly<Record<string, readonly string[]>> = {
  Binance: [
    "TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi",
    "TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9",
    "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb",
    "TJDENsfBJs4RFETt1X1W8wMDc8M5XnJhCe",
    "TAzsQ9Gx8eqFNFSKbeXrbi45CuVPHzA8wr",
    "TQrY8tryqsYVCYS3MFbtffiPp2ccyn4STm",
    "TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G",
    "TYASr5UV6HEcXatwdFQfmLVUqQQQMUxHLS",
    "TJCo98saj6WND61g1uuKwJ9GMWMT9WkJFo",
  ],
  OKX: [
    "TCz47XgC9TjCeF4UzfB6qZbM9LTF9s1tG7",
    "TJbHp48Shg4tTD5x6fKkU7PodggL5mjcJP",
    "TM1zzNDZD2DPASbKcgdVoTYhfmYgtfwx9R",
    "TSaRZDiBPD8Rd5vrvX8a4zgunHczM9mj8S",
    "TWGZbjofbTLY3UCjCV4yiLkRg89zLqwRgi",
    "TEQJh9RtTryMZsWY2vFAWMiRbk6w64vt1w",
    "TLtEhFAkdE2mmcPWxuQGyjm2dikT5NrJgz",
    "TBREsCfBdPyD612xZnwvGPux7osbXvtzLh",
    "TXkCx2gaEWrtU3g88aYxrqHxeWYXX5UUtL",
    "TUAVzJ916T7z6oqpdCCaTv6ipC2mmBMJev",
    "TDq3zUoRN2z4UktF7yKaQqejfwa9qjnYdM",
  ],
  Bybit: [
    "TB1WQmj63bHV9Qmuhp39WABzutphMAetSc",
    "TBpr1tQ5kvoKMv85XsCESVavYo4oZZdWpY",
    "TKFvdC4UC1vtCoHZgn8eviK34kormXaqJ7",
    "TQVxjVy2sYt4at45ezD7VG4H6nQZtsua5C",
    "TS9PDCB6vzLYDCPr5Nas2yzekdr7ot6dxn",
    "TU4vEruvZwLLkSfV9bNw12EJTPvNr7Pvaa",
    "TXRRpT4BZ3dB5ShUQew2HXv1iK3Gg4MM9j",
    "TYgFxMvvu2VHFJnxQf8fh1qVAeMfXZJZ3K",
  ],
  Bitget: [
    "TAa8e7U7seCy7NcZ52xYVQXXybFfwvsUxz",
    "TBXEdr2pD1tszUNAkVX18K7nie1MptkZ1y",
    "TBytnmJqL47n8bAP2NgPWfboXCwEUfEayv",
    "TFrRVZFoHty7scd2a1q6BDxPU5fyqiB4iR",
    "TGJagVsVg9QSePG5GreotgdefgaXPRo8SH",
    "TGZ959FTLRk8droUqDNgLxML1X9mEVej8q",
    "TYiQTHtgLo6KX6hYgbKLJsTbWK5hu9X5MG",
    "TZHW3PJe6VoyV8NWAaeukqWNRe3bVU7u8n",
    "TBM2FK4KBEEsMVYjm4WAW2Q8Es2NKdmUB8",
    "TCvfZC9h6fFXnF7KbHPgY4jgfen93VkfVW",
    "TGp7SNzjrctsWNwaFFN2PNTh3b1Kgxdtib",
  ],
  KuCoin: [
    "TEWzF5ZsaWMh6sTNDPrYaPJrK8TTMGfwCC",
    "TQeNNo5zVarhdKm5EiJSekfNXg6H1tRN4n",
    "TRYL7PKCG4b4xRCM554Q5J6o8f1UjUmfnY",
    "TSGEXDSRMtzt9swPSgzr8MKefcgEawEdmb",
    "TUpHuDkiCCmwaTZBHZvQdwWzGNm5t8J2b9",
  ],
  "Gate.io": ["TBA6CypYJizwA9XdC7Ubgc5F1bxrQ7SqPt", "TCYpJ6MMzd9ytoUvD82HnS58iV75QimPh6"],
  MEXC: ["TEPSrSYPDSQ7yXpMFPq91Fb1QEWpMkRGfn"],
};

/**
 * Accounts from which exchanges pay out on all EVM networks. Published as labels by block
 * explorers.
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
