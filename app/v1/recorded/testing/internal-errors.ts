import type { Group } from "@/app/v1/recorded/testing/recorder";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import { connectionPool } from "@/lib/kernel/db";

const rename = (table: string, name: string) => connectionPool().query(`ALTER TABLE ${table} RENAME TO ${name}`);

/** Responses with status 500. */
export const internalErrors: Group = {
  name: "internal-errors",
  about: "Internal errors: every signed operation while a table of the database is missing.",
  record: async (calls) => {
    const shop = await calls.newShop("the shop");
    await calls.meanwhile("a table goes missing", () => rename("merchants", "merchants_away"));
    for (const { path, keys } of OPERATIONS) if (keys.length > 0) await calls.ask(shop, path, "{}");
    await calls.meanwhile("it is back", () => rename("merchants_away", "merchants"));
  },
};
