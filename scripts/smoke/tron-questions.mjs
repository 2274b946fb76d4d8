/**
 * Every request that the TRON driver makes to a node, with values that the node itself reports:
 * sent to a public test network and to the emulator alike.
 *
 * @typedef {{ readonly name: string, readonly path: string, readonly body: object }} Question
 * @typedef {(path: string, body: object) => Promise<any>} Ask
 */

/** An address that nobody can have: no account, no contract. */
const NOBODY = `41${"0".repeat(38)}01`;
const NO_TRANSACTION = "0".repeat(64);
const BEYOND = 900_000_000_000;
const BLOCKS = 20;
const TRANSFER = "a9059cbb";
const word = (hex) => hex.padStart(64, "0");

/**
 * Looks for a transfer of TRX and one of a token in the newest final blocks.
 *
 * @param {Ask} ask
 * @returns {Promise<Question[]>}
 * @throws Error when the node has neither in its newest final blocks
 */
export async function tronQuestions(ask) {
  const { block_header: header } = await ask("walletsolidity/getnowblock", {});
  const height = header.raw_data.number ?? 0;
  const range = { startNum: Math.max(height - BLOCKS + 1, 0), endNum: height + 1 };
  const { block: blocks } = await ask("walletsolidity/getblockbylimitnext", range);
  // Block 0, in range only on a young chain, has no number here and contains transactions for which
  // no node reports a result.
  const numbered = blocks.filter((block) => block.block_header.raw_data.number > 0);
  const found = numbered.flatMap((block) =>
    (block.transactions ?? []).map((transaction) => {
      const [contract] = transaction.raw_data.contract;
      return { id: transaction.txID, height: block.block_header.raw_data.number, contract, transaction };
    }),
  );
  const transfer = found.find(({ contract }) => contract.type === "TransferContract");
  const call = found.find(({ contract }) => String(contract.parameter.value.data ?? "").startsWith(TRANSFER));
  if (transfer === undefined || call === undefined) {
    throw new Error(`no transfer of TRX and of a token in the newest ${BLOCKS} final blocks: try again`);
  }
  return [...blockQuestions(range), ...transactionQuestions(transfer, call), ...accountQuestions(call)];
}

/** @returns {Question[]} */
function blockQuestions(range) {
  return ["wallet", "walletsolidity"].flatMap((api) => [
    { name: `${api}/getnowblock`, path: `${api}/getnowblock`, body: {} },
    { name: `${api}/getblockbynum`, path: `${api}/getblockbynum`, body: { num: range.endNum - 1 } },
    { name: `${api}/getblockbynum above the head`, path: `${api}/getblockbynum`, body: { num: BEYOND } },
    { name: `${api}/getblockbynum of the genesis block`, path: `${api}/getblockbynum`, body: { num: 0 } },
    { name: `${api}/getblockbylimitnext`, path: `${api}/getblockbylimitnext`, body: range },
  ]);
}

/** @returns {Question[]} */
function transactionQuestions(transfer, call) {
  const byId = ["wallet", "walletsolidity"].flatMap((api) => {
    const [info, itself] = [`${api}/gettransactioninfobyid`, `${api}/gettransactionbyid`];
    const infos = `${api}/gettransactioninfobyblocknum`;
    return [
      { name: `${info} of a transfer`, path: info, body: { value: transfer.id } },
      { name: `${info} of a call`, path: info, body: { value: call.id } },
      { name: `${info} of none`, path: info, body: { value: NO_TRANSACTION } },
      { name: itself, path: itself, body: { value: call.id } },
      { name: `${itself} of none`, path: itself, body: { value: NO_TRANSACTION } },
      { name: infos, path: infos, body: { num: call.height } },
    ];
  });
  const pool = "wallet/gettransactionfrompending";
  const send = "wallet/broadcasthex";
  return [
    ...byId,
    { name: `${pool} of none`, path: pool, body: { value: NO_TRANSACTION } },
    // A final transaction cannot be executed again.
    { name: `${send} of what is in a block`, path: send, body: { transaction: signedHex(call.transaction) } },
  ];
}

/**
 * Encodes the signed transaction as protocol buffers: `raw_data` is field 1, each signature
 * field 2.
 */
function signedHex({ raw_data_hex: raw, signature }) {
  return [`0a${lengthOf(raw)}${raw}`, ...signature.map((each) => `12${lengthOf(each)}${each}`)].join("");
}

function lengthOf(hex) {
  const bytes = [];
  for (let left = hex.length / 2; left > 0; left >>= 7) bytes.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
  return Buffer.from(bytes).toString("hex");
}

/** @returns {Question[]} */
function accountQuestions({ contract }) {
  const { owner_address: owner, contract_address: token } = contract.parameter.value;
  const call = (name, data) => ({
    name: `wallet/triggerconstantcontract ${name}`,
    path: "wallet/triggerconstantcontract",
    body: { owner_address: owner, contract_address: token, data },
  });
  const of = (path, key, address, name) => ({ name: name ? `${path} ${name}` : path, path, body: { [key]: address } });
  return [
    of("wallet/getaccount", "address", owner),
    of("wallet/getaccount", "address", NOBODY, "of none"),
    of("wallet/getaccountresource", "address", owner),
    of("wallet/getaccountresource", "address", NOBODY, "of none"),
    of("wallet/getcontract", "value", token),
    of("wallet/getcontract", "value", NOBODY, "of none"),
    { name: "wallet/getchainparameters", path: "wallet/getchainparameters", body: {} },
    call("balanceOf", `70a08231${word(owner.slice(2))}`),
    call("symbol", "95d89b41"),
    call("that reverts", `${TRANSFER}${word(owner.slice(2))}${"f".repeat(64)}`),
    {
      ...call("without a contract", "95d89b41"),
      body: { owner_address: owner, contract_address: NOBODY, data: "95d89b41" },
    },
  ];
}
