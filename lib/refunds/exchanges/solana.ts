/**
 * Accounts from which exchanges pay out on Solana. Named by the exchanges in their proofs of reserves, or as labels by block
 * explorers; alike in the labels that Dune publishes.
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
