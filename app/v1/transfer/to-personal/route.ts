import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { transferToPersonalOperation } from "@/lib/fronts/machine-api/operations/transfers";
import { transferToPersonal } from "@/lib/money-out/transfers/transfer-funds";
import { toTransferView } from "@/lib/money-out/transfers/wire-view";

export const POST = endpoint(transferToPersonalOperation, async ({ merchant, body }) =>
  toTransferView(await transferToPersonal(merchant, body)),
);
