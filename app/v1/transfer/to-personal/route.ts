import { endpoint } from "@/lib/api/endpoint";
import { transferToPersonalOperation } from "@/lib/api/operations/transfers";
import { transferToPersonal } from "@/lib/transfers/transfer-funds";
import { toTransferView } from "@/lib/transfers/wire-view";

export const POST = endpoint(transferToPersonalOperation, async ({ merchant, body }) =>
  toTransferView(await transferToPersonal(merchant, body)),
);
