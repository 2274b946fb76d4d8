import { isLosslessNumber, parse } from "lossless-json";
import { decimal } from "@/lib/kernel/money/decimal";

/**
 * Values that must never take effect, written independently of the code's own schemas: it is a
 * fault if a request with one of them in a known parameter succeeds.
 */
type Rule = (text: string) => boolean;

const plain = /^[0-9]+(\.[0-9]+)?$/;
const whole = (text: string) => /^-?[0-9]{1,9}(\.0+)?$/.test(text);
const between =
  (min: string, max: string): Rule =>
  (text) =>
    /^-?[0-9]+(\.[0-9]+)?$/.test(text) && decimal(text).gte(min) && decimal(text).lte(max);
const wholeBetween =
  (min: string, max: string): Rule =>
  (text) =>
    whole(text) && between(min, max)(text);
const among =
  (...words: string[]): Rule =>
  (text) =>
    words.includes(text.toLowerCase());
const webAddress: Rule = (text) => /^https?:\/\/[^/\s]/i.test(text) && text.length >= 6 && text.length <= 255;
const switched = among("true", "false", "1", "0");
const code: Rule = (text) => /^[a-z0-9]{1,16}$/i.test(text);

const RULES: Readonly<Record<string, Rule>> = {
  amount: (text) => plain.test(text) && text.length <= 40 && decimal(text).gt("0"),
  currency: code,
  network: code,
  to_currency: code,
  from_currency: among("usdt"),
  order_id: (text) => /^[A-Za-z0-9_-]{1,128}$/.test(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  lifetime: (text) => /^0(\.0+)?$/.test(text) || wholeBetween("300", "43200")(text),
  subtract: wholeBetween("0", "100"),
  discount_percent: wholeBetween("-99", "100"),
  accuracy_payment_percent: between("0", "5"),
  is_payment_multiple: switched,
  is_refresh: switched,
  is_subtract: switched,
  is_force_refund: switched,
  is_refund: switched,
  url_return: webAddress,
  url_success: webAddress,
  url_callback: webAddress,
  additional_data: (text) => [...text].length <= 255 && !text.includes("\0"),
  payer_email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  course_source: among("binance", "binancep2p", "exmo", "kucoin"),
  priority: among("recommended", "economy", "high", "highest"),
  memo: (text) => text.length <= 30,
  status: (text) => /^[a-z_]{4,14}$/.test(text),
  date_from: (text) => /^\d{4}-\d\d-\d\d \d{1,2}:\d\d:\d\d$/.test(text),
  date_to: (text) => /^\d{4}-\d\d-\d\d \d{1,2}:\d\d:\d\d$/.test(text),
};

/**
 * Returns the parameters with nonsense values in an accepted body. A body that is no JSON object is
 * nonsense as a whole.
 */
export function nonsenseIn(body: string | Uint8Array, known: readonly string[]): string[] {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  if (text.replace(/^\ufeff/, "").trim() === "") return [];
  let value: unknown;
  try {
    value = parse(text.replace(/^\ufeff/, ""));
  } catch {
    return ["the body is no JSON"];
  }
  if (value === null || (Array.isArray(value) && value.length === 0)) return [];
  if (typeof value !== "object" || Array.isArray(value) || isLosslessNumber(value)) return ["the body is no object"];
  return Object.entries(value).flatMap(([name, given]) =>
    known.includes(name) && isNonsense(name, given) ? [name] : [],
  );
}

function isNonsense(name: string, given: unknown): boolean {
  const rule = RULES[name];
  if (rule === undefined || given === null || given === undefined || given === "") return false;
  if (isLosslessNumber(given)) return !rule(given.value);
  return typeof given === "string" || typeof given === "boolean" ? !rule(String(given)) : true;
}
