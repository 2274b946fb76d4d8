/**
 * How tests and the sandbox's own tools control the chain: nothing of this exists on the real
 * network.
 */
import { badParameter } from "./errors.mjs";
import { contractText, FAUCET, lie, makeJetton, pay } from "./faucet.mjs";

const BLOCKS_MAX = 10_000;
const SECONDS_MAX = 100_000_000;

function wholeNumber(value, name, max) {
  if (!Number.isInteger(value) || value < 1 || value > max) throw badParameter(`${name} must be 1 to ${max}`);
  return value;
}

function describe(node) {
  const { chain, tokens } = node;
  return {
    genesisHash: Buffer.from(chain.zeroState.rootHash, "base64").toString("hex"),
    faucet: FAUCET.toString({ bounceable: false }),
    tokens,
  };
}

async function mine({ chain }, { blocks = 1 }) {
  await chain.mine(wholeNumber(blocks, "blocks", BLOCKS_MAX));
  return { seqno: chain.ledger.lastBlock.seqno };
}

/**
 * The receiver's transaction gets its hash when a block is produced; until then only the faucet's
 * message exists.
 */
async function send({ chain }, body) {
  return { transactionId: null, messageHash: await pay(chain, body) };
}

async function token({ chain, tokens }, body) {
  const address = contractText(await makeJetton(chain, body));
  tokens[body.symbol] ??= { address, decimals: body.decimals };
  return { contract: address };
}

async function fakeNotification({ chain, tokens }, body) {
  const liar = await lie(chain, { ...body, contract: body.contract ?? tokens.USDT.address });
  return { contract: contractText(liar) };
}

function advance({ chain }, { seconds }) {
  chain.advance(wholeNumber(seconds, "seconds", SECONDS_MAX));
  return { now: chain.now };
}

function spread({ chain }, { enabled }) {
  chain.isSpread = enabled === true;
  return { enabled: chain.isSpread };
}

export const sandboxRoutes = {
  "GET /sandbox/describe": describe,
  "POST /sandbox/mine": mine,
  "POST /sandbox/send": send,
  "POST /sandbox/token": token,
  "POST /sandbox/fake-notification": fakeNotification,
  "POST /sandbox/advance": advance,
  "POST /sandbox/spread": spread,
};
