#!/usr/bin/env node
/**
 * Rejects a commit whose subject does not have the format required by CONTRIBUTING.md. Called by
 * .githooks/commit-msg with the message's file.
 */
import { readFileSync } from "node:fs";
import { judgeSubject } from "./lib/commit-subject.mjs";

const problem = judgeSubject(readFileSync(process.argv[2], "utf8"));
if (problem !== null) {
  console.error(`This commit message is refused: ${problem}. For example: "sends: retry a dropped broadcast"`);
  process.exit(1);
}
