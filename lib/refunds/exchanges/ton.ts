/**
 * Accounts from which exchanges pay out on TON. From Tonkeeper's list of custodians (ton-assets): most of them tell their
 * customers apart by the comment of a deposit, so that one without it is lost. With the wallets that a messenger's services keep for all of
 * their users.
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
