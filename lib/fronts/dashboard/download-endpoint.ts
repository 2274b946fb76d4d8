import type { z } from "zod";
import { failure } from "@/lib/fronts/dashboard/failure";
import type { Gate } from "@/lib/fronts/dashboard/gates";
import { READS } from "@/lib/fronts/dashboard/merchant-choice";
import { AppError } from "@/lib/kernel/errors";
import { clientAddressHeader } from "@/lib/kernel/http/client-address";
import { downloadResponse, type FileDownload } from "@/lib/kernel/http/text-download";
import { withCallerAddress } from "@/lib/kernel/work-context";
import { withProof } from "@/lib/people/guards/assert-proven";

/**
 * A download that takes longer is aborted: years of a busy shop take seconds, and a client that
 * does not read would keep a reader open.
 */
const MILLISECONDS_MAX = 120_000;

type Context = { readonly params: Promise<Record<string, string | string[] | undefined>> };

type DownloadSpec<Caller, In extends z.ZodType> = {
  readonly access: Gate<Caller>;
  /** The search parameters, overridden by the path's parameters. */
  readonly input: In;
  /**
   * Only reads, and at most records that it was read: the URL is a link, which any page can make a
   * browser follow.
   */
  readonly handle: (call: Caller & { readonly now: Date; readonly input: z.output<In> }) => Promise<FileDownload>;
};

/**
 * Creates a file endpoint with the same steps as `sessionEndpoint`: session and role, zod input,
 * one domain function. An error before the first chunk gets the usual error response; a later one
 * breaks the connection. `csvDownload` creates most of these files.
 */
export function downloadEndpoint<Caller, In extends z.ZodType>(spec: DownloadSpec<Caller, In>) {
  const respond = async (request: Request, context?: Context): Promise<Response> => {
    try {
      const now = new Date();
      if (!READS.has(request.method)) throw new AppError("forbidden", "A file is only read.");
      const caller = await spec.access.admit(request, now);
      const asked = Object.fromEntries(new URL(request.url).searchParams);
      const input = spec.input.parse({ ...asked, ...(await context?.params) });
      const address = clientAddressHeader(request.headers);
      const handle = () => withProof("unsaid", () => spec.handle({ ...caller, now, input }));
      const download = await withCallerAddress(address, handle);
      return await downloadResponse(download, { signal: request.signal, millisecondsMax: MILLISECONDS_MAX });
    } catch (error) {
      return failure(error, request);
    }
  };
  return Object.assign(respond, { access: spec.access.name, input: spec.input });
}
