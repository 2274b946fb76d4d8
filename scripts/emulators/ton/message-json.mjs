/** A message in the format of toncenter's v3 `Message`. */
import { beginCell, storeStateInit } from "@ton/core";
import { bocOf, hashOf, toRawText } from "./text-forms.mjs";

function opcodeOf(body) {
  const slice = body.beginParse();
  return slice.remainingBits < 32 ? null : `0x${slice.loadUint(32).toString(16).padStart(8, "0")}`;
}

const contentOf = (cell) => ({ hash: hashOf(cell), body: bocOf(cell), decoded: null });

const internalFields = (info) => ({
  source: toRawText(info.src),
  destination: toRawText(info.dest),
  value: info.value.coins.toString(),
  value_extra_currencies: {},
  fwd_fee: info.forwardFee.toString(),
  ihr_fee: info.ihrFee.toString(),
  extra_flags: "0",
  created_lt: info.createdLt.toString(),
  created_at: info.createdAt.toString(),
  ihr_disabled: info.ihrDisabled,
  bounce: info.bounce,
  bounced: info.bounced,
  import_fee: null,
});

const externalFields = (info) => ({
  source: info.type === "external-out" ? toRawText(info.src) : null,
  destination: info.type === "external-in" ? toRawText(info.dest) : null,
  value: null,
  value_extra_currencies: null,
  fwd_fee: null,
  ihr_fee: null,
  extra_flags: null,
  created_lt: info.createdLt?.toString() ?? null,
  created_at: info.createdAt?.toString() ?? null,
  ihr_disabled: null,
  bounce: null,
  bounced: null,
  import_fee: info.importFee?.toString() ?? null,
});

/** Like the indexer, includes `hash_norm` only if it differs from `hash`. */
export function toMessageJson({ hash, normalised, message }) {
  const { info, body, init } = message;
  return {
    hash,
    ...(info.type === "internal" ? internalFields(info) : externalFields(info)),
    opcode: opcodeOf(body),
    decoded_opcode: null,
    message_content: contentOf(body),
    init_state: init ? contentOf(beginCell().store(storeStateInit(init)).endCell()) : null,
    hash_norm: normalised === null || normalised === hash ? undefined : normalised,
  };
}
