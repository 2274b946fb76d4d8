import { createSocket, type Socket } from "node:dgram";
import { afterEach, describe, expect, test } from "vitest";
import { outboundRequest } from "@/lib/kernel/http/outbound-request";
import { resolveLocalHost, resolvePublicHost } from "@/lib/kernel/http/resolve-target";

const IPV4_RECORD = 1;
const IPV6_RECORD = 28;
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

/**
 * Starts a name server that responds to each query with the address bytes of its record type; null
 * sends nothing.
 */
async function nameServer(answer: (recordType: number, count: number) => readonly number[] | null): Promise<string> {
  const socket = createSocket("udp4");
  sockets.push(socket);
  let count = 0;
  socket.on("message", (query, sender) => {
    count += 1;
    const recordType = query.readUInt16BE(query.indexOf(0, 12) + 1);
    const address = answer(recordType, count);
    if (address !== null) socket.send(encodeAnswer(query, recordType, address), sender.port, sender.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return `127.0.0.1:${socket.address().port}`;
}

/**
 * RFC 1035: repeats the question, with one record that points back to its name; none for an empty
 * address.
 */
function encodeAnswer(query: Buffer, recordType: number, address: readonly number[]): Buffer {
  const question = query.subarray(12, query.indexOf(0, 12) + 5);
  const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, address.length === 0 ? 0 : 1, 0, 0, 0, 0]);
  if (address.length === 0) return Buffer.concat([header, question]);
  const record = [0xc0, 0x0c, 0, recordType, 0, 1, 0, 0, 0, 0, 0, address.length, ...address];
  return Buffer.concat([header, question, Buffer.from(record)]);
}

const LOOPBACK_V6 = [...Array<number>(15).fill(0), 1];

describe("looking up a public host", () => {
  test("returns the IPv4 and the IPv6 addresses", async () => {
    const server = await nameServer((type) => (type === IPV4_RECORD ? [93, 184, 216, 34] : LOOPBACK_V6));
    expect(await resolvePublicHost("shop.example", AbortSignal.timeout(5_000), [server])).toEqual([
      "93.184.216.34",
      "::1",
    ]);
  });

  test("returns one family's addresses when the other has none, and an empty list when neither has", async () => {
    const server = await nameServer((type) => (type === IPV6_RECORD ? [] : [93, 184, 216, 34]));
    expect(await resolvePublicHost("shop.example", AbortSignal.timeout(5_000), [server])).toEqual(["93.184.216.34"]);
    const empty = await nameServer(() => []);
    expect(await resolvePublicHost("shop.example", AbortSignal.timeout(5_000), [empty])).toEqual([]);
  });

  test("ends with the signal when the name server does not respond", async () => {
    const stop = new AbortController();
    const asked: number[] = [];
    const server = await nameServer((type) => {
      asked.push(type);
      if (asked.length === 2) stop.abort();
      return null;
    });
    expect(await resolvePublicHost("shop.example", stop.signal, [server])).toEqual([]);
    // One query per family: none was repeated, as a timeout would do.
    expect(asked.toSorted()).toEqual([IPV4_RECORD, IPV6_RECORD]);
  });

  test("does not resolve the machine's own names", async () => {
    const server = await nameServer(() => []);
    expect(await resolvePublicHost("localhost", AbortSignal.timeout(5_000), [server])).toEqual([]);
    expect(await resolveLocalHost("localhost")).not.toEqual([]);
  });

  test("rejects a name that points to the metadata address", async () => {
    const server = await nameServer((type) => (type === IPV4_RECORD ? [169, 254, 169, 254] : []));
    const call = outboundRequest({
      url: "http://metadata.example/latest",
      method: "GET",
      timeoutMs: 3_000,
      responseBytesMax: 10,
      longBody: "cut",
      allowPrivate: false,
      resolver: (host, signal) => resolvePublicHost(host, signal, [server]),
    });
    await expect(call).rejects.toMatchObject({ code: "forbidden_target" });
  });
});
