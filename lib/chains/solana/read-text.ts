/** The body of an answer as text. Throws as soon as it is longer than allowed, before the rest of it is read. */
export async function readText(response: Response, bytesMax: number): Promise<string> {
  if (response.body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by an error cancels the body, and with it the connection.
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > bytesMax) throw new Error(`the answer is larger than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
