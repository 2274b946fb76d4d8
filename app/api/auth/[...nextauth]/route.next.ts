import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/lib/fronts/dashboard/auth-providers";
import { readAuthRequest } from "@/lib/fronts/dashboard/auth-request";
import { failure } from "@/lib/fronts/dashboard/failure";
import { env } from "@/lib/kernel/env";

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: Request, context: Context): Promise<Response> {
  try {
    const body = await readAuthRequest(request, (await context.params).nextauth.join("/"));
    // biome-ignore lint/style/noProcessEnv: written for next-auth, which takes its own address from nowhere else
    process.env["NEXTAUTH_URL"] ??= env().BASE_URL;
    const { url, method, headers } = request;
    return await NextAuth(authOptions())(new NextRequest(url, { method, headers, body }), context);
  } catch (error) {
    return failure(error, request);
  }
}

export const GET = handle;
export const POST = handle;
