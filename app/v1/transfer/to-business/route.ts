import { endpoint } from "@/lib/api/endpoint";
import { transferToBusinessOperation } from "@/lib/api/operations/transfers";
import { transferToBusiness } from "@/lib/transfers/transfer-funds";
import { toTransferView } from "@/lib/transfers/wire-view";

export const POST = endpoint(transferToBusinessOperation, async ({ merchant, body }) =>
  toTransferView(await transferToBusiness(merchant, body)),
);
