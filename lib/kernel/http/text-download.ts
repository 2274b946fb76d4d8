/** A file that is written while it is sent. */
export type TextDownload = {
  /** With its ending; what no file system takes is replaced. */
  readonly fileName: string;
  /** With its charset. */
  readonly contentType: string;
  readonly pieces: AsyncIterable<string>;
};

/** The same of any bytes; text is sent in UTF-8. */
export type FileDownload = Omit<TextDownload, "pieces"> & { readonly pieces: AsyncIterable<string | Uint8Array> };

export type DownloadLimits = {
  /** The client's going. */
  readonly signal?: AbortSignal;
  readonly millisecondsMax: number;
};

/** Long enough to say what it is, short enough for every file system with a folder in front. */
const FILE_NAME_CHARACTERS_MAX = 120;

/**
 * The answer that hands out a file. The first piece is read before anything is answered, so that
 * what fails at once can still be told as an error. A failure or the end of the time later on
 * breaks the connection: browsers then say that the download failed, instead of keeping half a
 * file. When the client goes, the source is closed (`return`), whatever it waits for.
 * @throws what the first piece threw
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
      // A browser that shows it all the same runs nothing in it.
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
        // Thrown from here, an error breaks the answer off.
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
    // It is over either way; what it failed at was told when it was read.
  }
}

/**
 * RFC 6266: a plain name for old programs, the whole one in UTF-8. Nothing in it can end the header
 * or leave the folder.
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
