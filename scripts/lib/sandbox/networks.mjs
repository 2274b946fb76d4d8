/**
 * The chains that the sandbox can have, from the networks' records through networks.json. Loads no
 * package: it is used before they are installed.
 */
import { readFileSync } from "node:fs";

const NETWORKS = JSON.parse(readFileSync(new URL("networks.json", import.meta.url), "utf8"));
const by = (field) => Object.fromEntries(NETWORKS.map((network) => [network.code, network[field]]));

/** Families by network code, in display order. */
export const SANDBOX_FAMILIES = by("family");

/** The coin in which each network charges its fees. */
export const SANDBOX_COINS = by("coin");

/** EIP-155; null outside the EVM family. */
export const SANDBOX_CHAIN_IDS = by("chainId");

/**
 * Test tokens of the EVM networks, with the decimals of the real ones; `isSilent`: `transfer`
 * returns nothing.
 */
export const SANDBOX_TOKENS = by("tokens");

export const SANDBOX_CODES = Object.keys(SANDBOX_FAMILIES);

/**
 * A sandbox's default networks: further EVM networks show nothing new, Monero's daemon takes half a
 * gigabyte.
 */
export const DEFAULT_SANDBOX_CODES = NETWORKS.filter(({ isDefault }) => isDefault).map(({ code }) => code);
