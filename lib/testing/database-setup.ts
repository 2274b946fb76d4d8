import { afterAll } from "vitest";
import { useTestDatabase } from "@/lib/testing/database";

/** Vitest runs this before each test file of the kinds `db`, `chain` and `long`. */
const dropDatabase = await useTestDatabase();
afterAll(dropDatabase);
