/** A file that is generated while it is sent. */
export type TextDownload = {
  /** With its extension; characters that file systems reject are replaced. */
  readonly fileName: string;
  /** With its charset. */
  readonly contentType: string;
  readonly pieces: AsyncIterable<string>;
};

/** The same for any bytes; text is sent in UTF-8. */
export type FileDownload = Omit<TextDownload, "pieces"> & { readonly pieces: AsyncIterable<string | Uint8Array> };

export type DownloadLimits = {
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal;
  readonly millisecondsMax: number;
};

/** Long enough to be descriptive, short enough for every file system with a folder in front. */
const FILE_NAME_CHARACTERS_MAX = 120;

/**
 * Returns the response that sends a file. Reads the first chunk before responding, so that an
 * immediate failure can still be reported as an error. A later failure or timeout breaks the
 * connection: browsers then report a failed download instead of keeping half a file. When the
 * client disconnects, the source is closed (`return`), whatever it is waiting for.
 * @throws what the first chunk threw
 */
export async function downloadResponse(download: FileDownload, limits: DownloadLimits): Promise<Response> {
  const source = download.pieces[Symbol.asyncIterator]();
  const first = await source.next();
  return new Response(toBytes(first, source, limits), {
    headers: {
      "content-type": download.contentType,
      "content-disposition": contentDisposition(download.fileName),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      // A browser that displays it anyway runs nothing in it.
      "content-security-policy": "default-src 'none'; sandbox",
    },
  });
}

type Source = AsyncIterator<string | Uint8Array>;

function toBytes(
  first: IteratorResult<string | Uint8Array>,
  source: Source,
  limits: DownloadLimits,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const over = AbortSignal.timeout(limits.millisecondsMax);
  const ended = limits.signal ? AbortSignal.any([limits.signal, over]) : over;
  let read: IteratorResult<string | Uint8Array> | null = first;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        ended.addEventListener("abort", () => {
          controller.error(ended.reason);
          void close(source);
        });
      },
      async pull(controller) {
        // An error thrown here aborts the response.
        ended.throwIfAborted();
        const { done, value } = read ?? (await source.next());
        read = null;
        if (ended.aborted) return;
        if (done) controller.close();
        else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      },
      cancel: () => close(source),
    },
    { highWaterMark: 0 },
  );
}

async function close(source: Source): Promise<void> {
  try {
    await source.return?.();
  } catch {
    // Ignored: the download is over, and its error was reported when it was read.
  }
}

/**
 * RFC 6266: a plain name for old programs, and the complete one in UTF-8. Nothing in it can end the
 * header or leave the folder.
 */
export function contentDisposition(fileName: string): string {
  const safe = [...fileName.normalize("NFC")]
    .map((character) => (/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]/u.test(character) ? "-" : character))
    .slice(0, FILE_NAME_CHARACTERS_MAX)
    .join("")
    .replace(/^[.\s]+/, "");
  const name = safe === "" ? "download" : safe;
  const plain = name.replaceAll(/[^\x20-\x7e]/g, "-").replaceAll("%", "-");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
