import { describe, expect, test } from "vitest";
import { OutboundError } from "@/lib/kernel/http/outbound-error";
import { parseTargetUrl } from "@/lib/kernel/http/resolve-target";

describe("the URL of an outbound call", () => {
  test.each([
    ["https://shop.example/callback?a=1#part", "https://shop.example/callback?a=1"],
    ["HTTP://Shop.Example:8080/x", "http://shop.example:8080/x"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["http://2130706433/", "http://127.0.0.1/"],
    ["http://0177.0.0.1/", "http://127.0.0.1/"],
    ["http://0x7f.1./", "http://127.0.0.1/"],
  ])("%s is parsed as %s", (text, href) => {
    expect(parseTargetUrl(text).href).toBe(href);
  });

  test.each([
    "",
    "shop.example/callback",
    "//shop.example",
    "javascript:alert(1)",
    "data:text/plain,x",
    "file:///etc/passwd",
    "ftp://shop.example/",
    "gopher://shop.example/",
    "http://",
    "http://user@shop.example/",
    "http://user:password@shop.example/",
    "http://:password@shop.example/",
    "http://shop.example:22/",
    "http://shop.example:25/",
    "http://shop.example:6379/",
    "https://shop.example:5432/",
    "http://shop.example:0/",
    "http://shop.example:65536/",
    "http://[::1/",
    "http://1.2.3.4.5/",
  ])("%j is rejected", (text) => {
    expect(() => parseTargetUrl(text)).toThrow(OutboundError);
  });
});
