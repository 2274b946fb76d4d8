import { createServer } from "node:net";
import { test } from "vitest";

test("waits for what never comes", async () => {
  await new Promise((resolve) => createServer(resolve).listen(0, "127.0.0.1"));
});
