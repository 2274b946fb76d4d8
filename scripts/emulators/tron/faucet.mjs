/** The rich account of the TRON emulator: it sends well-formed, signed transactions. */
import { encodeCall, wordsOfList } from "./abi.mjs";
import { fromBase58, isHexAddress } from "./address.mjs";
import { signId } from "./keys.mjs";
import { encodeRaw, toTransaction } from "./transaction-codec.mjs";

const LIFETIME_MS = 10n * 60n * 60n * 1_000n;
/** Like wallets, it refers to a block that will not be replaced. */
const REFERENCE_DEPTH = 20;
const FEE_LIMIT = 10_000_000_000n;
const TOO_MUCH = 2n ** 200n;

const readAny = (text) => (isHexAddress(String(text).toLowerCase()) ? String(text).toLowerCase() : fromBase58(text));

function contractFor(chain, owner, outputs, fails) {
  const base = { permissionId: 0n, ownerAddress: owner };
  const call = (contractAddress, data) => {
    const rest = { callValue: 0n, data: data.slice(2), callTokenValue: 0n, tokenId: 0n };
    return { ...base, type: "TriggerSmartContract", contractAddress, ...rest };
  };
  const [first, ...more] = outputs.map(({ to, contract, units }) => ({
    to: readAny(to),
    token: contract === null || contract === undefined ? null : readAny(contract),
    units: BigInt(units),
  }));
  if (first === undefined) throw new Error("nothing to send");
  if (fails) {
    const token = first.token ?? chain.contracts.toJson().find(({ supply }) => supply !== undefined).address;
    return call(token, encodeCall("transfer(address,uint256)", first.to, TOO_MUCH));
  }
  if (first.token === null) {
    if (more.length > 0) throw new Error("one TRX transfer fills a transaction");
    return { ...base, type: "TransferContract", toAddress: first.to, amount: first.units };
  }
  if (more.length === 0) return call(first.token, encodeCall("transfer(address,uint256)", first.to, first.units));
  const all = [first, ...more];
  if (all.some(({ token }) => token === null)) throw new Error("TRX and tokens do not go together");
  const lists = [all.map(({ token }) => token), all.map(({ to }) => to), all.map(({ units }) => units)];
  return call(chain.contracts.batch(), encodeCall("pay(address[],address[],uint256[])", ...lists.map(wordsOfList)));
}

/** Signs with the faucet's key; the timestamp makes each transaction unique. */
export function createFaucet(chain, { address, privateKey }) {
  let lastTime = 0n;
  const sign = (contract) => {
    const { blocks } = chain;
    const reference = blocks[Math.max(0, blocks.length - 1 - REFERENCE_DEPTH)];
    const time = BigInt(chain.head.timestamp);
    lastTime = time > lastTime ? time : lastTime + 1n;
    const raw = {
      refBlockBytes: reference.id.slice(12, 16),
      refBlockHash: reference.id.slice(16, 32),
      refBlockNum: 0n,
      expiration: time + LIFETIME_MS,
      data: "",
      timestamp: lastTime,
      feeLimit: contract.type === "TriggerSmartContract" ? FEE_LIMIT : 0n,
      contract,
    };
    const { id } = toTransaction(encodeRaw(raw), []);
    return toTransaction(encodeRaw(raw), [signId(id, privateKey)]);
  };
  return {
    /**
     * Sends one transaction that pays all outputs `{ to, contract, units }`, or that fails in its
     * block. Returns its id.
     */
    async send(outputs, fails = false) {
      const transaction = sign(contractFor(chain, address, outputs, fails));
      await chain.take(transaction);
      return transaction.id;
    },
    /** Sends a token transfer to itself, which shifts the log positions of what follows. */
    async makeNoise() {
      const { address: token } = chain.contracts.toJson().find(({ supply }) => supply !== undefined);
      await this.send([{ to: address, contract: token, units: "1" }]);
    },
  };
}
