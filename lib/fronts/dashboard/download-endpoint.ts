import type { z } from "zod";
import { failure } from "@/lib/fronts/dashboard/failure";
import { type Gate, READS } from "@/lib/fronts/dashboard/gates";
import { AppError } from "@/lib/kernel/errors";
import { clientAddressHeader, withCallerAddress } from "@/lib/kernel/http/client-address";
import { downloadResponse, type FileDownload } from "@/lib/kernel/http/text-download";
import { withProof } from "@/lib/people/guards/assert-proven";

/**
 * A file that takes longer is broken off: years of a busy shop come in seconds, and a client that
 * does not read holds a reader open.
 */
const MILLISECONDS_MAX = 120_000;

type Context = { readonly params: Promise<Record<string, string | string[] | undefined>> };

type DownloadSpec<Caller, In extends z.ZodType> = {
  readonly access: Gate<Caller>;
  /** The search parameters, with the path's parameters over them. */
  readonly input: In;
  /**
   * Only reads, and at most writes down that it was read: the address is a link, so that any page
   * can make a browser follow it.
   */
  readonly handle: (call: Caller & { readonly now: Date; readonly input: z.output<In> }) => Promise<FileDownload>;
};

/**
 * One file of the pages, in the order of `sessionEndpoint`: session and role, zod in, the one
 * domain function. What fails before the first piece is told like every failure of the pages; later
 * the connection breaks. `csvDownload` makes most of these files.
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
