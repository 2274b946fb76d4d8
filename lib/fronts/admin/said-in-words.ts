import { inWords } from "@/lib/money-out/payouts/dashboard-refusal";

/** Runs a command; what refuses it is told in a person's words, about the form's own fields. */
export async function saidInWords<Result>(networkName: string | undefined, command: () => Promise<Result>) {
  try {
    return await command();
  } catch (error) {
    throw inWords(error, networkName);
  }
}
