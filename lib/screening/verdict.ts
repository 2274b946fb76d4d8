/** What an address was asked for. */
export type ScreeningSubject = "deposit" | "payout" | "refund";

/** A list that was asked, in the version that answered; `note` is what the list says of the address, empty where it does not know it. */
export type AskedList = { readonly list: string; readonly version: number; readonly note: string };

/** `lists`: those that name the address; without a hit, all that were asked. */
export type ScreeningAnswer = { readonly isHit: boolean; readonly lists: readonly AskedList[] };

/** The answer in words, for whoever has to decide: `Listed by ofac (version 3): Lazarus Group`. */
export function describeHit({ lists }: ScreeningAnswer): string {
  const named = lists.map(({ list, version, note }) => `${list} (version ${version})${note === "" ? "" : `: ${note}`}`);
  return `Listed by ${named.join("; ")}`;
}
