import { checkRowEnds, type RowReader, unreadable } from "@/lib/people/screening/read-csv";

/** An entry of a JSON array, with its position; the first is 1. */
export type JsonEntry = { readonly number: number; readonly value: unknown };

const BLANK = /^[ \t\n\r]*$/;
const OPENING = /^\uFEFF?[ \t\n\r]*\[/;
/**
 * The characters that determine where an entry ends; the text between them is left to `JSON.parse`.
 */
const MARKS = /["\\[\]{},]/g;

type Scan = {
  rest: string;
  at: number;
  depth: number;
  isInText: boolean;
  count: number;
  stage: "before" | "in" | "after";
};

/**
 * Reads a JSON array entry by entry, so that only one entry is buffered at a time.
 * @throws AppError `invalid_request` for invalid JSON, or a value that is not an array
 */
export function openJson(): RowReader<JsonEntry> {
  const scan: Scan = { rest: "", at: 0, depth: 0, isInText: false, count: 0, stage: "before" };
  const push = (part: string): JsonEntry[] => {
    scan.rest += part;
    if (scan.stage === "before") openArray(scan);
    const entries = scan.stage === "in" ? takeEntries(scan) : [];
    if (scan.stage === "after" && !BLANK.test(scan.rest)) throw noJson();
    checkRowEnds(scan.rest, `entry ${scan.count + 1}`, "is a closing quote or bracket missing?");
    return entries;
  };
  const end = (): JsonEntry[] => {
    if (scan.stage !== "after") throw noJson();
    return [];
  };
  return { push, end };
}

function openArray(scan: Scan): void {
  const [opening] = OPENING.exec(scan.rest) ?? [];
  if (opening === undefined) {
    if (/^\uFEFF?[ \t\n\r]*[^ \t\n\r\uFEFF]/.test(scan.rest))
      throw unreadable(["The JSON is not an array of addresses"]);
    return;
  }
  scan.rest = scan.rest.slice(opening.length);
  scan.stage = "in";
}

function takeEntries(scan: Scan): JsonEntry[] {
  const entries: JsonEntry[] = [];
  let start = 0;
  while (scan.stage === "in") {
    MARKS.lastIndex = scan.at;
    const mark = MARKS.exec(scan.rest);
    if (mark === null) {
      scan.at = Math.max(scan.at, scan.rest.length);
      break;
    }
    const isEnd = passMark(scan, mark[0], mark.index);
    if (!isEnd) continue;
    const text = scan.rest.slice(start, mark.index);
    start = scan.at;
    if (mark[0] !== ",") scan.stage = "after";
    if (mark[0] !== "," && scan.count === 0 && BLANK.test(text)) break;
    scan.count += 1;
    entries.push({ number: scan.count, value: parse(text) });
  }
  scan.rest = scan.rest.slice(start);
  scan.at -= start;
  return entries;
}

/** Returns whether an entry of the array ends here. */
function passMark(scan: Scan, mark: string, index: number): boolean {
  scan.at = index + 1;
  if (scan.isInText) {
    // The escaped character may be a quote.
    if (mark === "\\") scan.at += 1;
    if (mark === '"') scan.isInText = false;
    return false;
  }
  if (mark === '"') scan.isInText = true;
  else if (mark === "[" || mark === "{") scan.depth += 1;
  else if (mark === "]" || mark === "}") scan.depth -= 1;
  return scan.depth < 0 ? mark === "]" || fail() : mark === "," && scan.depth === 0;
}

function fail(): never {
  throw noJson();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw noJson(error);
  }
}

function noJson(cause?: unknown) {
  return unreadable(["The text is not valid JSON"], cause);
}
