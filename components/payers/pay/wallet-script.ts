import { createHash } from "node:crypto";
import { WALLET_SCRIPT } from "@/components/payers/pay/generated-wallet-script";

const NAME_DIGITS = 16;

/** Named by its content hash: a file of this name never changes, so it may be cached forever. */
export const WALLET_SCRIPT_FILE = `wallet.${createHash("sha256").update(WALLET_SCRIPT).digest("hex").slice(0, NAME_DIGITS)}.js`;

export const WALLET_SCRIPT_PATH = `/pay/assets/${WALLET_SCRIPT_FILE}`;
