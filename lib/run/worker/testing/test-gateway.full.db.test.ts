import { expect, test } from "vitest";
import { createTestGateway } from "@/lib/run/worker/testing/test-gateway";

test("rejects a second gateway in a test file, whose networks would silently not be driven", async () => {
  const gateway = await createTestGateway([]);
  try {
    await expect(createTestGateway([])).rejects.toThrow("a test file has one gateway");
  } finally {
    await gateway.stop();
  }
});
