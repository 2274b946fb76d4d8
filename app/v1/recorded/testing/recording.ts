import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "..");
const BETWEEN = "\n\n";
const STATUS = /^=> (\d{3})$/;

/** Whether this run writes the recordings (`RECORD=1`) instead of comparing with them. */
export function isRecording(): boolean {
  // biome-ignore lint/style/noProcessEnv: a developer sets it for one run, no operator does
  return process.env["RECORD"] === "1";
}

const fileOf = (name: string): string => join(FOLDER, `${name}.txt`);

/** Reads the entries of a group's file. @throws Error when there is no file */
export function readRecording(name: string): string[] {
  if (!existsSync(fileOf(name))) throw new Error(`${name}.txt is missing: RECORD=1 npx vitest run app/v1/recorded`);
  return readFileSync(fileOf(name), "utf8").trimEnd().split(BETWEEN);
}

export function writeRecording(name: string, entries: readonly string[]): void {
  writeFileSync(fileOf(name), `${entries.join(BETWEEN)}\n`);
}

export type RecordedCall = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The whole entry, with request and answer. */
  readonly text: string;
};

/** The calls in a list of entries. */
export function callsIn(entries: readonly string[]): RecordedCall[] {
  return entries.flatMap((entry) => {
    const lines = entry.split("\n");
    const [method = "", target = ""] = (lines[0] ?? "").split(" ");
    const status = lines.map((line) => STATUS.exec(line)?.[1]).find((found) => found !== undefined);
    return status === undefined
      ? []
      : [{ method, path: target.split("?", 1)[0] ?? "", status: Number(status), text: entry }];
  });
}
