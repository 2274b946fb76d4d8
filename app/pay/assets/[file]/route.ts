import { scriptResponse } from "@/components/payers/pay/page-headers";
import { WALLET_SCRIPT_FILE } from "@/components/payers/pay/wallet-script";

type FileParams = { readonly params: Promise<{ readonly file: string }> };

/**
 * Script that the payment page loads when the browser wallet button is pressed. A page of an older
 * version gets a 404 and reports it.
 */
export async function GET(_request: Request, { params }: FileParams): Promise<Response> {
  const { file } = await params;
  return scriptResponse(file === WALLET_SCRIPT_FILE);
}
