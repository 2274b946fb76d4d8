import { execFileSync } from "node:child_process";
import { test } from "vitest";

// Native code waits for the child: no stack is available.
execFileSync(process.execPath, ["-e", "setInterval(() => {}, 1000)", "the child of a hanging import"]);

test("is never reached", () => {});
