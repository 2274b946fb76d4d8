/**
 * Redirects the requests of a library whose API host is a constant in its code to the gateway, so
 * that the library itself stays unchanged.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { join } from "node:path";

/**
 * Starts an HTTPS proxy that connects `host` to the gateway and refuses every other host. It uses a
 * certificate generated for this run. `environment` holds the variables by which PHP, Go and Python
 * find the proxy and the certificate.
 */
export async function startHostProxy(host, baseUrl, scratch) {
  const certificate = join(scratch, "certificate.pem");
  const key = join(scratch, "key.pem");
  const subject = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`];
  const make = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate];
  execFileSync("openssl", [...make, ...subject], { stdio: "ignore" });

  const inner = createTlsServer({ cert: readFileSync(certificate), key: readFileSync(key) }, forwardTo(baseUrl));
  const proxy = createServer((_request, response) => response.writeHead(405).end());
  proxy.on("connect", ({ url }, socket, head) => {
    socket.on("error", () => {});
    if (url !== `${host}:443`) return socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    socket.unshift(head);
    inner.emit("connection", socket);
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${proxy.address().port}`;
  const places = { SSL_CERT_FILE: certificate, REQUESTS_CA_BUNDLE: certificate };
  return {
    certificate,
    environment: { HTTPS_PROXY: url, https_proxy: url, NO_PROXY: "", no_proxy: "", ...places },
    close: () => proxy.close().closeAllConnections(),
  };
}

/**
 * Forwards headers and body unchanged, except for the host: the signature covers the bytes of the
 * body.
 */
function forwardTo(baseUrl) {
  return (incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const { host: _host, ...kept } = headers;
    const onward = request(new URL(url, baseUrl), { method, headers: kept }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  };
}
