import { refuseTooManyAsks } from "@/app/pay/refuse-too-many";
import { checkHealth } from "@/lib/fronts/doctor/health";

/** Reports whether the gateway can accept money: 200, or 503 with what is missing. */
export const GET = async (request: Request): Promise<Response> => {
  const tooMany = refuseTooManyAsks(request);
  if (tooMany !== null) return tooMany;
  const report = await checkHealth();
  const headers = { "cache-control": "no-store" };
  return Response.json(
    { ready: report.isReady, checks: report.checks },
    { status: report.isReady ? 200 : 503, headers },
  );
};
