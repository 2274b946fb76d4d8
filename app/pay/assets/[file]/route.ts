import { scriptResponse } from "@/components/payers/pay/page-headers";
import { WALLET_SCRIPT_FILE } from "@/components/payers/pay/wallet-script";

type FileParams = { readonly params: Promise<{ readonly file: string }> };

/**
 * What the payment page loads when the button of the browser wallet is pressed. A page of an older
 * version asks in vain, and says so.
 */
export async function GET(_request: Request, { params }: FileParams): Promise<Response> {
  const { file } = await params;
  return scriptResponse(file === WALLET_SCRIPT_FILE);
}
