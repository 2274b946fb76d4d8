/**
 * Parses the query of a request as toncenter does: limits, order, numbers, hashes and addresses.
 */
import { badParameter } from "./errors.mjs";
import { readAddress, readHash, toRawText } from "./text-forms.mjs";

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;
const ASCENDING = new Set(["asc", "a"]);
const DESCENDING = new Set(["desc", "d"]);

/** Parses a whole number of the query, or undefined. @throws RequestError 422 */
export function numberOf(query, name) {
  const text = query.get(name);
  if (text === null || text === "") return undefined;
  if (!/^-?\d{1,19}$/.test(text)) throw badParameter(`failed to decode: schema: error converting value for "${name}"`);
  return BigInt(text);
}

export function flagOf(query, name, otherwise) {
  const text = query.get(name);
  return text === null ? otherwise : text === "true" || text === "1";
}

export function hashesOf(query, name) {
  return query
    .getAll(name)
    .flatMap((text) => text.split(","))
    .filter((text) => text !== "")
    .map(readHash);
}

/** Returns every address with this name in raw form. */
export function addressesOf(query, name) {
  const texts = query.getAll(name).flatMap((text) => text.split(","));
  return texts.filter((text) => text !== "").map((text) => toRawText(readAddress(text)));
}

/** Returns whether the order is ascending; toncenter's default is newest first. */
export function isAscending(query, otherwise = false) {
  const text = query.get("sort")?.toLowerCase();
  if (text === undefined) return otherwise;
  if (!ASCENDING.has(text) && !DESCENDING.has(text)) throw badParameter("wrong value for sort parameter");
  return ASCENDING.has(text);
}

/** Returns the page of a list selected by `limit` and `offset`. */
export function pageOf(query, list) {
  const limit = Math.max(1, Number(numberOf(query, "limit") ?? LIMIT_DEFAULT));
  if (limit > LIMIT_MAX) throw badParameter(`limit is not allowed: ${limit} > ${LIMIT_MAX}`);
  const offset = Math.max(0, Number(numberOf(query, "offset") ?? 0));
  return list.slice(offset, offset + limit);
}
