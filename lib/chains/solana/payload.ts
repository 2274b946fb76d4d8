import { base64 } from "@scure/base";
import type { Lifetime } from "@/lib/chains/solana/build";
import type { TransferPlan } from "@/lib/chains/solana/plan";

/** What an unsigned transfer carries from building to the trial: the message, and what it is about in words of ours. */
export type Payload = {
  readonly message: Uint8Array;
  readonly from: string;
  readonly payer: string;
  readonly to: string;
  readonly lastValidBlockHeight: bigint;
  /** Null: the native coin, of which `units` are sent. */
  readonly token: { readonly mint: string; readonly destination: string; readonly opensAccount: boolean } | null;
  readonly units: bigint;
};

export function writePayload(
  message: Uint8Array,
  { from, payer, to, units, token }: TransferPlan,
  { lastValidBlockHeight }: Lifetime,
  opensAccount: boolean,
): string {
  return JSON.stringify({
    message: base64.encode(message),
    from,
    payer,
    to,
    units: units.toString(),
    lastValidBlockHeight: lastValidBlockHeight.toString(),
    token: token && { mint: token.mint, destination: token.destination, opensAccount },
  });
}

/** Reads back what `writePayload` wrote; throws on anything else. */
export function readPayload(text: string): Payload {
  const fields = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const texts = ["message", "from", "payer", "to", "units", "lastValidBlockHeight"].map((name) => fields[name]);
  const [message, from, payer, to, units, lastValid] = texts.map((value) => {
    if (typeof value !== "string") throw new TypeError("this is no unsigned Solana transfer");
    return value;
  });
  return {
    message: base64.decode(message ?? ""),
    from: from ?? "",
    payer: payer ?? "",
    to: to ?? "",
    units: BigInt(units ?? ""),
    lastValidBlockHeight: BigInt(lastValid ?? ""),
    token: fields.token as Payload["token"],
  };
}
