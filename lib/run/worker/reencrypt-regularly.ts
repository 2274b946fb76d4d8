import { upsertProbe } from "@/lib/fronts/doctor/probe-repo";
import { reencryptSealed } from "@/lib/fronts/sealed-data/reencrypt";
import { log } from "@/lib/kernel/log";

/**
 * Encrypts everything under SECRET_KEY that is not, and records for the doctor how many rows no
 * configured key decrypts. Safe to run concurrently.
 */
export async function reencryptRegularly(signal: AbortSignal): Promise<void> {
  const { changed, unreadable } = await reencryptSealed(signal);
  if (changed > 0) log().info({ changed }, "stored secrets were encrypted under the current SECRET_KEY");
  if (unreadable > 0) log().error({ unreadable }, "no configured key decrypts some stored secrets");
  if (signal.aborted) return;
  await upsertProbe({
    subject: "reencryption",
    state: unreadable === 0 ? "ok" : "error",
    summary: "A worker went through what is encrypted.",
    remedy: null,
    measured: null,
    detail: { unreadable },
  });
}
