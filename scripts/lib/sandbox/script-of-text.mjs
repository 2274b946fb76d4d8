/**
 * Output scripts of addresses, for the sandbox's faucet: its node knows only its own network's
 * address format.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bech32, bech32m, createBase58check } from "@scure/base";

const base58check = createBase58check(sha256);

/**
 * First bytes of addresses of Bitcoin, Litecoin, Dogecoin and Dash: of a key's hash, and of a
 * script's.
 */
const KEY_VERSIONS = [0x00, 0x30, 0x1e, 0x4c];
const SCRIPT_VERSIONS = [0x05, 0x32, 0x16, 0x10];

function ofWitness(text) {
  const decoded = bech32.decodeUnsafe(text) ?? bech32m.decodeUnsafe(text);
  if (!decoded || !["bc", "ltc"].includes(decoded.prefix)) return undefined;
  const [version, ...words] = decoded.words;
  const program = Buffer.from(bech32.fromWords(words));
  const opcode = version === 0 ? "00" : (0x50 + version).toString(16);
  return `${opcode}${program.length.toString(16).padStart(2, "0")}${program.toString("hex")}`;
}

function ofHash(text) {
  const [version, ...hash] = base58check.decode(text);
  const digits = Buffer.from(hash).toString("hex");
  if (KEY_VERSIONS.includes(version)) return `76a914${digits}88ac`;
  return SCRIPT_VERSIONS.includes(version) ? `a914${digits}87` : undefined;
}

/**
 * Returns the script of a main network's address, as hexadecimal text; such text itself is returned
 * unchanged. @throws Error for anything else
 */
export function scriptOfText(text) {
  if (/^([0-9a-f]{2})+$/.test(text)) return text;
  const script = /^(bc|ltc)1/i.test(text) ? ofWitness(text.toLowerCase()) : ofHash(text);
  if (script === undefined) throw new Error(`${text} is not an address of a Bitcoin-like chain`);
  return script;
}
