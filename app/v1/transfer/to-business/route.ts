import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { transferToBusinessOperation } from "@/lib/fronts/machine-api/operations/transfers";
import { transferToBusiness } from "@/lib/money-out/transfers/transfer-funds";
import { toTransferView } from "@/lib/money-out/transfers/wire-view";

export const POST = endpoint(transferToBusinessOperation, async ({ merchant, body }) =>
  toTransferView(await transferToBusiness(merchant, body)),
);
