import { type Check, type Finding, good, look, wrong } from "@/lib/fronts/doctor/check";
import { causeText } from "@/lib/fronts/doctor/in-words";
import { env } from "@/lib/kernel/env";

/** Whether the web part answers, for who asks from outside of it. */
export const webCheck: Check = {
  id: "web",
  group: "worker",
  name: "Web",
  needsDatabase: false,
  look: async ({ signal }) => [await askWeb(env().BASE_URL, signal)],
};

/** Asks for the sign of life that every web process gives. */
export async function askWeb(baseUrl: string, signal: AbortSignal): Promise<Finding> {
  const begun = performance.now();
  try {
    const response = await fetch(`${baseUrl}/healthz`, { signal, redirect: "manual" });
    await response.body?.cancel();
    const extras = { measured: `${baseUrl}, ${Math.round(performance.now() - begun)} ms` };
    if (response.ok) return good(webCheck, "It answers.", extras);
    const says = `Something answers there with ${response.status}, and not the web part.`;
    return look(webCheck, says, "See where the proxy leads, and that BASE_URL is right.", extras);
  } catch (error) {
    const says = `It does not answer: ${causeText(error instanceof Error && error.cause ? error.cause : error)}.`;
    const mend = "Start it: npm start. If it runs, BASE_URL, the proxy or the port is wrong.";
    return wrong(webCheck, says, mend, { measured: baseUrl });
  }
}
