/** The wallets of a sandbox's Monero. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { mine } from "./miner.mjs";

const FAUCET = "faucet";
/** A text of 64 hexadecimal digits, and an address of the main network. */
const KEY = /^[0-9a-f]{64}$/;
const ADDRESS = /^4[1-9A-HJ-NP-Za-km-z]{94}$/;
/** NOT_ENOUGH_UNLOCKED_MONEY of wallet_rpc_server_error_codes.h. */
const ALL_LOCKED = -37;
const LOCK_BLOCKS = 10;

const open = (wallet, filename, password) => wallet.call("open_wallet", { filename, password });

/** Opens the rich wallet, or creates it. Returns its address. */
export async function openFaucet(wallet, folder, password) {
  if (existsSync(join(folder, FAUCET, `${FAUCET}.keys`))) await open(wallet, FAUCET, password);
  else await wallet.call("create_wallet", { filename: FAUCET, password, language: "English" });
  return (await wallet.call("get_address")).address;
}

/**
 * Pays base units (bigint) to an address, and returns the transaction id. The change of an output
 * is locked for ten blocks.
 */
export async function pay({ daemon, wallets, home }, { to, units }) {
  const order = { destinations: [{ address: to, amount: units }], priority: 1 };
  await wallets.faucet.call("refresh");
  try {
    return (await wallets.faucet.call("transfer", order)).tx_hash;
  } catch (error) {
    if (error.code !== ALL_LOCKED) throw error;
    await mine(daemon, home, LOCK_BLOCKS);
    await wallets.faucet.call("refresh");
    return (await wallets.faucet.call("transfer", order)).tx_hash;
  }
}

/** A file for each set of keys: a recreated database has another seed. */
const fileOf = (address) => `gateway-${address.slice(0, 16)}`;

/** Opens those of the gateway's wallets that were created for this address before. */
export async function openGatewayWallets({ wallets, folder }, { address, password }) {
  for (const name of ["viewer", "signer"]) {
    if (existsSync(join(folder, name, `${fileOf(address)}.keys`))) await open(wallets[name], fileOf(address), password);
  }
}

/**
 * Creates or opens the gateway's two wallets, as an operator does with the output of
 * `npm run seed:export`.
 */
export async function makeGatewayWallets({ wallets, folder }, { address, viewkey, spendkey }, password) {
  if (![viewkey, spendkey].every((key) => KEY.test(key)) || !ADDRESS.test(address)) {
    throw new Error("address, viewkey and spendkey are what the gateway's seed gives");
  }
  const filename = fileOf(address);
  for (const [name, keys] of [
    ["viewer", { viewkey }],
    ["signer", { viewkey, spendkey }],
  ]) {
    const wallet = wallets[name];
    const isMade = existsSync(join(folder, name, `${filename}.keys`));
    if (isMade) await open(wallet, filename, password);
    else await wallet.call("generate_from_keys", { filename, password, address, restore_height: 0, ...keys });
  }
}

/** External addresses are in this account, from which the rich wallet never pays. */
const STRANGERS = 1;

/** Creates a fresh address. */
export async function createExternalAccount(wallet) {
  const { subaddress_accounts: accounts } = await wallet.call("get_accounts");
  if (accounts.length <= STRANGERS) await wallet.call("create_account");
  return (await wallet.call("create_address", { account_index: STRANGERS })).address;
}

/** Returns what an external address has received, in base units as text. */
export async function readHeld(wallet, address) {
  await wallet.call("refresh");
  const { index } = await wallet.call("get_address_index", { address });
  const asked = { account_index: index.major, address_indices: [index.minor] };
  const { per_subaddress: held = [] } = await wallet.call("get_balance", asked);
  return String(held.find((it) => it.address_index === index.minor)?.balance ?? 0);
}
