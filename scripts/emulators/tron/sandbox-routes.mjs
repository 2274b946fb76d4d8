/** The sandbox's own paths: mining, money, tokens, reorganisations and time. */
import { toBase58 } from "./address.mjs";

const BLOCKS_MAX = 1_000;

function readCount(value, most) {
  const count = Number(value ?? 1);
  if (!Number.isSafeInteger(count) || count < 1 || count > most) throw new Error(`must be a number from 1 to ${most}`);
  return count;
}

function describeSandbox(chain, faucetAddress) {
  const tokens = chain.contracts
    .toJson()
    .filter(({ supply }) => supply !== undefined)
    .map(({ symbol, address, decimals }) => [symbol, { address: toBase58(address), decimals }]);
  return {
    genesisHash: chain.blocks[0].id,
    faucet: toBase58(faucetAddress),
    tokens: Object.fromEntries(tokens.reverse()),
  };
}

/** Returns handlers by path; `onTaken` as for the node's own. */
export function sandboxRoutes(chain, faucet, faucetAddress, { onTaken }) {
  return new Map([
    ["/sandbox/describe", () => describeSandbox(chain, faucetAddress)],
    [
      "/sandbox/mine",
      async ({ blocks }) => {
        for (let left = readCount(blocks, BLOCKS_MAX); left > 0; left -= 1) await chain.produce();
        return { number: chain.head.number };
      },
    ],
    [
      "/sandbox/send",
      async ({ outputs = [], fails }) => {
        const transactionId = await faucet.send(outputs, fails === true);
        onTaken();
        return { transactionId };
      },
    ],
    [
      "/sandbox/token",
      async ({ symbol, name, decimals }) => {
        const token = await chain.contracts.installToken({ symbol, name, decimals: Number(decimals) });
        return { contract: toBase58(token.address) };
      },
    ],
    [
      "/sandbox/reorganise",
      async ({ depth, reinclude = [] }) => {
        const makeFirst = () => faucet.makeNoise();
        const refused = await chain.reorganise({ depth: readCount(depth, BLOCKS_MAX), reinclude, makeFirst });
        return { number: chain.head.number, refused };
      },
    ],
    [
      "/sandbox/advance",
      ({ seconds }) => {
        chain.advance(readCount(seconds, 10 ** 8) * 1_000);
        return {};
      },
    ],
  ]);
}
