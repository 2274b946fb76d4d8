/**
 * The stack of a get method in toncenter's v3 format: `num`, `cell`, `slice` both ways, `tuple` and
 * `list` in responses.
 */
import { Cell } from "@ton/core";
import { badParameter, RequestError } from "./errors.mjs";
import { bocOf } from "./text-forms.mjs";

const HEX = /^-?0x[0-9a-fA-F]{1,64}$/;
const DECIMAL = /^-?\d{1,78}$/;

function readNumber(text) {
  if (DECIMAL.test(text)) return BigInt(text);
  if (!HEX.test(text)) throw badParameter("failed to parse number of stack");
  return text.startsWith("-") ? -BigInt(text.slice(1)) : BigInt(text);
}

function readItem({ type, value } = {}) {
  if (type === "num") return { type: "int", value: readNumber(String(value)) };
  if (type !== "cell" && type !== "slice") throw new RequestError(500, `unsupported stack parameter type: ${type}`);
  try {
    return { type, cell: Cell.fromBase64(value) };
  } catch {
    throw badParameter(`failed to parse ${type} of stack`);
  }
}

/** Converts stack entries of a request for the VM. @throws RequestError */
export function readStack(stack) {
  if (!Array.isArray(stack)) throw badParameter("stack is no list");
  return stack.map(readItem);
}

function hexOf(value) {
  return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`;
}

function toItem(item) {
  if (item.type === "int") return { type: "num", value: hexOf(item.value) };
  if (item.type === "tuple") return { type: "tuple", value: item.items.map(toItem) };
  if (item.type === "null") return { type: "list", value: [] };
  if (item.type === "cell" || item.type === "slice" || item.type === "builder") {
    return { type: item.type === "slice" ? "slice" : "cell", value: bocOf(item.cell) };
  }
  throw new RequestError(500, `failed to decode api/v2 stack: unsupported stack entry type: ${item.type}`);
}

/** Converts the VM's resulting stack, the first result first. */
export function toStackJson(items) {
  return items.map(toItem);
}
