import NextAuth from "next-auth";
import { authOptions } from "@/lib/dashboard/auth-options";
import { isOwnOrigin } from "@/lib/dashboard/origin";
import { env } from "@/lib/env";

type Context = { params: Promise<{ nextauth: string[] }> };

/** next-auth reads its own address from the environment; ours is BASE_URL. */
function handle(request: Request, context: Context): Promise<Response> {
  // biome-ignore lint/style/noProcessEnv: written for next-auth, which takes its address from nowhere else
  process.env["NEXTAUTH_URL"] ??= env().BASE_URL;
  return NextAuth(authOptions())(request, context);
}

export const GET = handle;

/** Signing in and out change the session, so they obey the same rule as every other mutation, beside next-auth's own token. */
export async function POST(request: Request, context: Context): Promise<Response> {
  if (isOwnOrigin(request.headers, env().BASE_URL)) return handle(request, context);
  return Response.json(
    { error: { code: "forbidden", message: `Open this page at ${env().BASE_URL}.` } },
    { status: 403 },
  );
}
