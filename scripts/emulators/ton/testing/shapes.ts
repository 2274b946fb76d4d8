/**
 * The shapes of toncenter v3 as documented (ton-index-go, models): no additional field, and none of
 * another type.
 */
import { z } from "zod";

const hash = z.string().regex(/^[0-9A-Za-z+/]{43}=$/);
const raw = z.string().regex(/^-?\d+:[0-9A-F]{64}$/);
const units = z.string().regex(/^\d+$/);
const shard = z.literal("8000000000000000");
const boc = z.string().regex(/^te6[0-9A-Za-z+/]+=*$/);
const noExtras = z.strictObject({});
const count = z.number().int();
const status = z.enum(["uninit", "active", "frozen", "nonexist"]);

const blockId = z.strictObject({ workchain: count, shard, seqno: count });

export const blockShape = z.strictObject({
  ...blockId.shape,
  root_hash: hash,
  file_hash: hash,
  global_id: z.literal(-239),
  version: count,
  after_merge: z.boolean(),
  before_split: z.boolean(),
  after_split: z.boolean(),
  want_merge: z.boolean(),
  want_split: z.boolean(),
  key_block: z.boolean(),
  vert_seqno_incr: z.boolean(),
  flags: count,
  gen_utime: units,
  start_lt: units,
  end_lt: units,
  validator_list_hash_short: count,
  gen_catchain_seqno: count,
  min_ref_mc_seqno: count,
  prev_key_block_seqno: count,
  vert_seqno: count,
  master_ref_seqno: count,
  rand_seed: hash,
  created_by: hash,
  tx_count: count,
  masterchain_block_ref: blockId,
  prev_blocks: z.array(blockId),
});

const content = z.strictObject({ hash, body: boc, decoded: z.null() });

const messageShape = z.strictObject({
  hash,
  source: raw.nullable(),
  destination: raw.nullable(),
  value: units.nullable(),
  value_extra_currencies: noExtras.nullable(),
  fwd_fee: units.nullable(),
  ihr_fee: units.nullable(),
  extra_flags: units.nullable(),
  created_lt: units.nullable(),
  created_at: units.nullable(),
  opcode: z
    .string()
    .regex(/^0x[0-9a-f]{8}$/)
    .nullable(),
  decoded_opcode: z.null(),
  ihr_disabled: z.boolean().nullable(),
  bounce: z.boolean().nullable(),
  bounced: z.boolean().nullable(),
  import_fee: units.nullable(),
  message_content: content,
  init_state: content.nullable(),
  hash_norm: hash.optional(),
});

const size = z.strictObject({ cells: units, bits: units });

const storagePhase = z.strictObject({
  storage_fees_collected: units,
  storage_fees_due: units.optional(),
  status_change: z.enum(["unchanged", "frozen", "deleted"]),
});

const computePhase = z.union([
  z.strictObject({ skipped: z.literal(true), reason: z.enum(["no_state", "bad_state", "no_gas", "suspended"]) }),
  z.strictObject({
    skipped: z.literal(false),
    success: z.boolean(),
    msg_state_used: z.boolean(),
    account_activated: z.boolean(),
    gas_fees: units,
    gas_used: units,
    gas_limit: units,
    gas_credit: units.optional(),
    mode: count,
    exit_code: count,
    exit_arg: count.optional(),
    vm_steps: count,
    vm_init_state_hash: hash,
    vm_final_state_hash: hash,
  }),
]);

const actionPhase = z.strictObject({
  success: z.boolean(),
  valid: z.boolean(),
  no_funds: z.boolean(),
  status_change: z.enum(["unchanged", "frozen", "deleted"]),
  total_fwd_fees: units.optional(),
  total_action_fees: units.optional(),
  result_code: count,
  result_arg: count.optional(),
  tot_actions: count,
  spec_actions: count,
  skipped_actions: count,
  msgs_created: count,
  action_list_hash: hash,
  tot_msg_size: size,
});

const accountState = z.strictObject({
  hash,
  balance: units,
  extra_currencies: noExtras,
  account_status: status,
  frozen_hash: hash.nullable(),
  data_hash: hash.nullable(),
  code_hash: hash.nullable(),
});

export const transactionShape = z.strictObject({
  account: raw,
  hash,
  lt: units,
  now: count,
  mc_block_seqno: count,
  trace_id: hash,
  prev_trans_hash: hash,
  prev_trans_lt: units,
  orig_status: status,
  end_status: status,
  total_fees: units,
  total_fees_extra_currencies: noExtras,
  description: z.strictObject({
    type: z.enum(["ord", "tick_tock"]),
    aborted: z.boolean(),
    destroyed: z.boolean(),
    credit_first: z.boolean().optional(),
    is_tock: z.boolean().optional(),
    storage_ph: storagePhase.optional(),
    credit_ph: z.strictObject({ due_fees_collected: units.optional(), credit: units }).optional(),
    compute_ph: computePhase,
    action: actionPhase.optional(),
    bounce: z
      .strictObject({
        type: z.enum(["ok", "nofunds", "negfunds"]),
        msg_size: size.optional(),
        req_fwd_fees: units.optional(),
        msg_fees: units.optional(),
        fwd_fees: units.optional(),
      })
      .optional(),
  }),
  block_ref: blockId,
  in_msg: messageShape.nullable(),
  out_msgs: z.array(messageShape),
  account_state_before: accountState,
  account_state_after: accountState,
  emulated: z.literal(false),
  finality: z.literal("finalized"),
});

export const accountShape = z.strictObject({
  address: raw,
  account_state_hash: hash,
  balance: units,
  extra_currencies: noExtras,
  status,
  last_transaction_hash: hash,
  last_transaction_lt: units,
  frozen_hash: hash.optional(),
  data_hash: hash.optional(),
  code_hash: hash.optional(),
  data_boc: boc.optional(),
  code_boc: boc.optional(),
  contract_methods: z.array(count).nullable(),
  interfaces: z.array(z.string()),
});

export const transactionsShape = z.strictObject({
  transactions: z.array(transactionShape),
  address_book: z.record(z.string(), z.unknown()),
});

export type TraceNode = { tx_hash: string; in_msg_hash: string; children: TraceNode[] };

const traceNode: z.ZodType<TraceNode> = z.strictObject({
  tx_hash: hash,
  in_msg_hash: hash,
  get children() {
    return z.array(traceNode);
  },
});

const traceShape = z.strictObject({
  trace_id: hash,
  external_hash: hash,
  mc_seqno_start: units,
  mc_seqno_end: units,
  start_lt: units,
  start_utime: count,
  end_lt: units,
  end_utime: count,
  trace_info: z.strictObject({
    trace_state: z.enum(["complete", "pending"]),
    messages: count,
    transactions: count,
    pending_messages: count,
    classification_state: z.string(),
  }),
  is_incomplete: z.boolean(),
  trace: traceNode,
  transactions_order: z.array(hash),
  transactions: z.record(hash, transactionShape),
});

export const tracesShape = z.strictObject({
  traces: z.array(traceShape),
  address_book: noExtras,
  metadata: noExtras,
});

const fees = z.strictObject({ in_fwd_fee: count, storage_fee: count, gas_fee: count, fwd_fee: count });

export const feesShape = z.strictObject({ source_fees: fees, destination_fees: z.array(fees) });

export type TransactionJson = z.infer<typeof transactionShape>;
