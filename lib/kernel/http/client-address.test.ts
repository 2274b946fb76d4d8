import { isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addressKey,
  CLIENT_ADDRESS_HEADER,
  clientAddress,
  clientAddressHeader,
  isNearAddress,
  markClientAddress,
} from "@/lib/kernel/http/client-address";
import { parseTrustedProxies } from "@/lib/kernel/trusted-proxies";

function proxies(text: string) {
  const parsed = parseTrustedProxies(text);
  if (parsed === null) throw new Error(`no list: ${text}`);
  return parsed;
}

const NOBODY = proxies("none");
const OURS = proxies("127.0.0.0/8, ::1,10.0.0.0/8,2001:db8:aa::/48");
const PROXY_ADDRESSES = ["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.1.2.3", "2001:db8:aa::5"] as const;

/** Anything that somebody might send, including addresses and lists of them. */
const anyHeader = fc.oneof(
  fc.string(),
  fc
    .array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom(...PROXY_ADDRESSES), fc.string()))
    .map((all) => all.join(",")),
);
const publicAddress = fc
  .tuple(fc.integer({ min: 11, max: 99 }), fc.nat(255), fc.nat(255), fc.nat(255))
  .map((bytes) => bytes.join("."));

describe("the client's address", () => {
  test("is the socket's, whatever a client sends that is not our proxy", () => {
    fc.assert(
      fc.property(publicAddress, fc.option(anyHeader, { nil: undefined }), (peer, header) => {
        expect(clientAddress(peer, header, OURS)).toBe(peer);
      }),
    );
    fc.assert(
      fc.property(anyHeader, (header) => {
        expect(clientAddress("127.0.0.1", header, NOBODY)).toBe("127.0.0.1");
      }),
    );
  });

  test("is what our outermost proxy saw, whatever the client wrote before it, through any chain of our proxies", () => {
    const chain = fc.array(fc.constantFrom(...PROXY_ADDRESSES), { maxLength: 3 });
    fc.assert(
      fc.property(anyHeader, publicAddress, chain, fc.constantFrom(...PROXY_ADDRESSES), (sent, seen, between, peer) => {
        expect(clientAddress(peer, [sent, seen, ...between].join(","), OURS)).toBe(seen);
      }),
    );
  });

  test("is always an address, whatever the header contains", () => {
    fc.assert(
      fc.property(anyHeader, fc.constantFrom(...PROXY_ADDRESSES), (header, peer) => {
        expect(isIP(clientAddress(peer, header, OURS) ?? "")).not.toBe(0);
      }),
    );
  });

  test.each([
    [undefined, "127.0.0.1"],
    ["", "127.0.0.1"],
    ["unknown", "127.0.0.1"],
    ["203.0.113.7,", "127.0.0.1"],
    ["203.0.113.7, _hidden", "127.0.0.1"],
    ["203.0.113.999", "127.0.0.1"],
    ["203.0.113.7:99999999", "127.0.0.1"],
    ["0x7f.1", "127.0.0.1"],
    ["203.0.113.7", "203.0.113.7"],
    ["203.0.113.7:4711", "203.0.113.7"],
    ["  203.0.113.7 , 10.0.0.1", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["[2001:db8:1:2::3]:443", "2001:db8:1:2::3"],
    ["2001:DB8:1:2:0:0:0:3", "2001:db8:1:2::3"],
    ["10.0.0.9, 10.0.0.1", "10.0.0.9"],
  ])("is parsed from %j behind our proxy as %s", (header, address) => {
    expect(clientAddress("::ffff:127.0.0.1", header, OURS)).toBe(address);
  });

  test("of a link-local neighbour has no zone, and of a closed socket is null", () => {
    expect(clientAddress("fe80::1%eth0", undefined, OURS)).toBe("fe80::1");
    expect(clientAddress(undefined, "203.0.113.7", OURS)).toBeNull();
  });
});

test("counts an IPv6 client by its /64, and an IPv4 client individually in either notation", () => {
  expect(addressKey("2001:db8:1:2::3")).toBe(addressKey("2001:db8:1:2:ffff:ffff:ffff:ffff"));
  expect(addressKey("2001:db8:1:2::3")).not.toBe(addressKey("2001:db8:1:3::3"));
  expect(addressKey("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(addressKey("unknown")).toBe("unknown");
});

test("detects addresses that remote clients cannot have", () => {
  const near = ["127.0.0.9", "::1", "10.1.1.1", "172.31.0.1", "192.168.1.1", "169.254.1.1", "100.64.0.1", "fd00::1"];
  const far = ["203.0.113.7", "172.32.0.1", "2a00::1", "2002:7f00:1::1", "nonsense", ""];
  expect(near.filter((address) => !isNearAddress(address))).toEqual([]);
  expect(far.filter(isNearAddress)).toEqual([]);
});

test("replaces what a client sends under our header's name, in any spelling, and sets ours once", () => {
  const request = (raw: string[]) => ({ rawHeaders: raw, headers: { [CLIENT_ADDRESS_HEADER]: "1.1.1.1" } });
  const sent = ["Host", "a", "X-Chaintill-Client", "1.1.1.1", "accept", "*/*", CLIENT_ADDRESS_HEADER, "2.2.2.2"];
  const marked = request([...sent]);
  markClientAddress(marked, "203.0.113.7");
  expect(marked.rawHeaders).toEqual(["Host", "a", "accept", "*/*", CLIENT_ADDRESS_HEADER, "203.0.113.7"]);
  expect(marked.headers).toEqual({ [CLIENT_ADDRESS_HEADER]: "203.0.113.7" });
  const gone = request([...sent]);
  markClientAddress(gone, null);
  expect([gone.rawHeaders, gone.headers]).toEqual([["Host", "a", "accept", "*/*"], {}]);
  expect(clientAddressHeader(new Headers(marked.headers))).toBe("203.0.113.7");
  expect(clientAddressHeader(new Headers())).toBeNull();
});

test("accepts addresses and ranges of both families in the list of proxies, and nothing else", () => {
  const bad = ["", " ", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/8/8", "10.0.0", "proxy", "fe80::1%eth0", "a,"];
  expect(bad.filter((text) => parseTrustedProxies(text) !== null)).toEqual([]);
  expect(OURS.check("10.255.0.1", "ipv4")).toBe(true);
  expect(OURS.check("2001:db8:aa:ffff::1", "ipv6")).toBe(true);
  expect(OURS.check("11.0.0.1", "ipv4")).toBe(false);
});
