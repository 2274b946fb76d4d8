import { expect, test } from "vitest";
import { createTestGateway } from "@/lib/run/worker/testing/test-gateway";

test("a second gateway in a test file is refused: its networks would not be driven, and nobody would notice", async () => {
  const gateway = await createTestGateway([]);
  try {
    await expect(createTestGateway([])).rejects.toThrow("a test file has one gateway");
  } finally {
    await gateway.stop();
  }
});
