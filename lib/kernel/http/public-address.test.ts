import { describe, expect, test } from "vitest";
import { isPublicAddress } from "@/lib/kernel/http/resolve-target";

describe("an address is public only when it is globally routed", () => {
  test.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])(
    "%s is public",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test.each([
    ["this host", "0.0.0.0"],
    ["this network", "0.1.2.3"],
    ["loopback", "127.8.9.10"],
    ["a private address", "10.0.0.1"],
    ["a private address", "172.16.0.1"],
    ["a private address", "192.168.1.1"],
    ["cloud metadata", "169.254.169.254"],
    ["carrier-grade NAT", "100.64.0.1"],
    ["protocol assignments", "192.0.0.8"],
    ["documentation", "203.0.113.7"],
    ["benchmarking", "198.18.0.1"],
    ["multicast", "224.0.0.251"],
    ["a reserved address", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["6to4 relay", "192.88.99.1"],
    ["the unspecified IPv6 address", "::"],
    ["IPv6 loopback", "::1"],
    ["IPv4-compatible loopback", "::7f00:1"],
    ["IPv4-mapped loopback", "::ffff:127.0.0.1"],
    ["IPv4-mapped metadata", "::ffff:a9fe:a9fe"],
    ["IPv4-translated loopback", "::ffff:0:7f00:1"],
    ["NAT64 of loopback", "64:ff9b::7f00:1"],
    ["NAT64 of a private address", "64:ff9b::a00:1"],
    ["local NAT64", "64:ff9b:1::808:808"],
    ["6to4 of loopback", "2002:7f00:1::"],
    ["Teredo", "2001:0:4136:e378::1"],
    ["a unique local address", "fd00::1"],
    ["AWS metadata over IPv6", "fd00:ec2::254"],
    ["a link-local address", "fe80::1"],
    ["a link-local address with a zone", "fe80::1%eth0"],
    ["a site-local address", "fec0::1"],
    ["IPv6 multicast", "ff02::1"],
    ["IPv6 documentation", "2001:db8::1"],
    ["a discard-only address", "100::1"],
    ["an address outside the global block", "4000::1"],
    ["a host name", "example.com"],
    ["an empty string", ""],
  ])("%s is not public: %s", (_kind, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
