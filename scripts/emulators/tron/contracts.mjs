/**
 * The sandbox's contracts: installed directly, each by its own creator, so that a contract undone
 * by a reorganisation can be restored at the same address. TRON's own contract creation is not
 * supported.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { encodeCall, encodeWords, wordOfText } from "./abi.mjs";
import { fromEvm, toEvm } from "./address.mjs";
import { addressOfKey, createKey } from "./keys.mjs";

const SUPPLY_WHOLE = 1_000_000_000_000n;
const UNLIMITED = 2n ** 256n - 1n;

function readArtefact(name) {
  return JSON.parse(readFileSync(join(import.meta.dirname, "../contracts", `${name}.json`), "utf8"));
}

/** Creates the list; `entries` as returned by `toJson`. `faucet` (`41...`) owns every token. */
export function createContracts(evm, faucet, entries = []) {
  const byAddress = new Map(entries.map((entry) => [entry.address, entry]));
  const batch = () => [...byAddress.values()].find(({ artefact }) => artefact === "batch-payer")?.address;

  const deploy = async (entry) => {
    const { bytecode } = readArtefact(entry.artefact);
    const receipt = await evm.send({ from: toEvm(entry.creator), data: bytecode + entry.constructorWords });
    entry.height = await evm.height();
    return fromEvm(receipt.contractAddress);
  };
  const give = async ({ address, creator, supply }) => {
    if (supply === undefined) return;
    const to = toEvm(address);
    await evm.send({ from: toEvm(creator), to, data: encodeCall("transfer(address,uint256)", faucet, BigInt(supply)) });
    await evm.send({ from: toEvm(faucet), to, data: encodeCall("approve(address,uint256)", batch(), UNLIMITED) });
  };
  const install = async (entry) => {
    entry.address = await deploy(entry);
    await give(entry);
    entry.code = await evm.code(toEvm(entry.address));
    byAddress.set(entry.address, entry);
    return entry;
  };
  const creator = () => addressOfKey(createKey());

  return {
    find: (address) => byAddress.get(address),
    batch,
    abiOf: ({ artefact }) => readArtefact(artefact).abi,
    installBatch: () =>
      install({ artefact: "batch-payer", name: "BatchPayer", creator: creator(), constructorWords: "" }),
    /** Installs a token whose whole supply belongs to the faucet. */
    installToken({ symbol, name, decimals }) {
      const supply = SUPPLY_WHOLE * 10n ** BigInt(decimals);
      const constructorWords = encodeWords(wordOfText(name), wordOfText(symbol), BigInt(decimals), supply);
      const entry = { artefact: "standard-token", name, symbol, decimals, supply: String(supply) };
      return install({ ...entry, creator: creator(), constructorWords });
    },
    /**
     * After a rollback of the machine: restores contracts that it lost, and code that a loaded
     * state lacks.
     */
    async restore() {
      const reached = await evm.height();
      for (const entry of byAddress.values()) {
        if ((await evm.code(toEvm(entry.address))) !== "0x") continue;
        if (entry.height > reached) await install(entry);
        else await evm.setCode(toEvm(entry.address), entry.code);
      }
    },
    toJson: () => [...byAddress.values()],
  };
}
