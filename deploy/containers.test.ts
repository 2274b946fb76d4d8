import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ENV_NAMES } from "@/lib/kernel/env";
import { readText } from "@/lib/testing/source-files";

type Service = {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly string[];
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks: readonly string[] | Readonly<Record<string, unknown>>;
  readonly ports?: readonly string[];
  readonly stop_grace_period?: string;
  readonly [option: string]: unknown;
};
type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
};

const read = (path: string) => readText(path) ?? "";
const CONTAINERFILE = read("Containerfile");
const COMPOSE_TEXT = read("deploy/compose/compose.yaml");
const COMPOSE: Compose = parse(COMPOSE_TEXT, { merge: true });
const SERVICES = Object.entries(COMPOSE.services);
const CHART = "deploy/helm/chaintill";
const PODS = { web: template("web"), worker: template("worker"), migrate: template("migrate") };

function template(name: string): string {
  return read(`${CHART}/templates/${name}.yaml`);
}
function serviceOf(name: string): Service {
  const service = COMPOSE.services[name];
  if (service === undefined) throw new Error(`compose.yaml has no service ${name}`);
  return service;
}
const networksOf = ({ networks }: Service) => (Array.isArray(networks) ? networks : Object.keys(networks)).toSorted();
const isGateway = ({ image }: Service) => image.includes("CHAINTILL_IMAGE");
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);
/** Variables of a template of the chart: `- { name: X, value: ... }` and `- name: X`. */
const chartVariables = (text: string) => all(text, /^\s+- (?:\{ )?name: ([A-Z][A-Z0-9_]*)/gm);

/** Read by Node.js, Next.js and the shell. */
const FOREIGN = new Set(["NODE_ENV", "NEXT_TELEMETRY_DISABLED", "HOME"]);
const WORKER_ONLY =
  /seed|node_urls|smtp|secrets\.(worker|nodes|migrate)|database-(worker|owner)|postgres-password|backup/i;

describe("the settings of containers", () => {
  test("exist: image, compose file and chart name no variable that nothing reads", () => {
    const ofImage = all(CONTAINERFILE, /^ENV (.*)$/gm).flatMap((line) => all(line, /([A-Z][A-Z0-9_]*)=/g));
    const ofServices = SERVICES.filter(([, service]) => isGateway(service)).flatMap(([, { environment = {} }]) =>
      Object.keys(environment),
    );
    const ofChart = Object.values(PODS).flatMap(chartVariables);
    for (const found of [ofImage, ofServices, ofChart]) expect(found.length).toBeGreaterThan(2);
    const named = [...ofImage, ...ofServices, ...ofChart];
    expect(named.filter((name) => !ENV_NAMES.includes(name) && !FOREIGN.has(name))).toEqual([]);
  });

  test("of web contain neither the seed's key nor nodes, mail server or another process's database user", () => {
    const { environment, env_file, secrets, volumes = [] } = serviceOf("web");
    expect(env_file).toEqual([".env.web"]);
    expect(JSON.stringify({ environment, secrets, volumes })).not.toMatch(WORKER_ONLY);
    expect(JSON.stringify(serviceOf("worker"))).toMatch(WORKER_ONLY);
    expect(PODS.web).not.toMatch(WORKER_ONLY);
    expect(PODS.worker).toMatch(WORKER_ONLY);
    expect(PODS.migrate).not.toMatch(/seed|node_urls|secrets\.(web|worker|nodes)/i);
  });

  test("name only secrets that their container gets", () => {
    for (const [name, { environment = {}, secrets = [] }] of SERVICES) {
      const files = Object.values(environment).flatMap((value) => all(String(value), /^\/run\/secrets\/(.+)$/g));
      expect({ name, files: files.filter((file) => !secrets.includes(file)) }).toEqual({ name, files: [] });
      expect(secrets.filter((secret) => COMPOSE.secrets[secret]?.file !== `./secrets/${secret}`)).toEqual([]);
    }
  });

  test("of compose.yaml itself have a default or are written by install.sh", () => {
    const installer = read("deploy/install.sh");
    const required = all(COMPOSE_TEXT, /\$\{([A-Z_]+)(?::\?[^}]*)?\}/g);
    expect(required.length).toBeGreaterThan(2);
    expect(required.filter((name) => !new RegExp(`^${name}=`, "m").test(installer))).toEqual([]);
  });
});

describe("the commands of containers", () => {
  test("start workers with the flags of npm run worker, everywhere", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: { worker: string } };
    const [, ofChart = ""] = /command: \[(node, .*dist\/worker\.mjs)\]/.exec(PODS.worker) ?? [];
    expect(serviceOf("worker").command?.join(" ")).toBe(scripts.worker);
    expect(ofChart.split(", ").join(" ")).toBe(scripts.worker);
    expect(read("deploy/systemd/chaintill-worker.service")).toContain(`ExecStart=/usr/bin/${scripts.worker}\n`);
  });

  test("run programs that the image has", () => {
    const ofServices = SERVICES.filter(([, service]) => isGateway(service)).flatMap(([, { command = [] }]) => command);
    const programs = [CONTAINERFILE, ...Object.values(PODS), ofServices.join(" ")].flatMap((text) =>
      all(text, /\b(scripts\/[\w-]+\.mjs)/g),
    );
    expect(programs.length).toBeGreaterThan(6);
    expect(programs.filter((path) => readText(path) === undefined)).toEqual([]);
  });

  test("leave web and workers the time that they may take to stop", () => {
    const graceOf = (name: string) => Number.parseInt(serviceOf(name).stop_grace_period ?? "", 10);
    const ofPod = (text: string) => Number(all(text, /terminationGracePeriodSeconds: (\d+)/g)[0]);
    for (const seconds of [graceOf("web"), ofPod(PODS.web)]) expect(seconds).toBeGreaterThan(10);
    for (const seconds of [graceOf("worker"), ofPod(PODS.worker)]) expect(seconds).toBeGreaterThan(25);
  });
});

describe("the confinement of containers", () => {
  test.each(SERVICES)("%s has a read-only root, no capability to gain, and limits", (name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      mem_limit: expect.any(String),
      pids_limit: expect.any(Number),
    });
    expect(service["cap_add"] ?? []).toEqual(name === "proxy" ? ["NET_BIND_SERVICE"] : []);
    expect(service["user"] === undefined).toBe(name === "proxy");
  });

  test("only the proxy is reachable from outside, only it reaches web, and it does not reach the database", () => {
    const inNetwork = (network: string) =>
      SERVICES.filter(([, service]) => networksOf(service).includes(network)).map(([name]) => name);
    expect(SERVICES.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(["proxy"]);
    expect(inNetwork("front").toSorted()).toEqual(["proxy", "web"]);
    expect(inNetwork("database").toSorted()).toEqual(["backup", "database", "migrate", "seed", "web", "worker"]);
    expect(inNetwork("outside").toSorted()).toEqual(["proxy", "worker"]);
    expect([COMPOSE.networks["front"]?.internal, COMPOSE.networks["database"]?.internal]).toEqual([true, true]);
  });

  test.each(Object.entries(PODS))("the chart's %s pod meets the restricted profile, without a token", (_, pod) => {
    expect(pod).toContain("automountServiceAccountToken: false");
    expect(pod).toContain('include "chaintill.podSecurity"');
    const containers = pod.slice(0, pod.indexOf("      volumes:\n")).match(/^ {8}- name: \S+$/gm) ?? [];
    expect(pod.match(/include "chaintill\.container"/g)).toHaveLength(containers.length);
  });

  test("what all pods and containers of the chart share is the restricted profile", () => {
    const shared = read(`${CHART}/templates/_helpers.tpl`);
    for (const line of ["runAsNonRoot: true", "seccompProfile: { type: RuntimeDefault }"])
      expect(shared).toContain(line);
    for (const line of ["allowPrivilegeEscalation: false", "readOnlyRootFilesystem: true", "drop: [ALL]"])
      expect(shared).toContain(line);
  });

  test("the image runs as a user that is not root, by its number", () => {
    expect(CONTAINERFILE).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  });
});

describe("the values of the chart", () => {
  const values = parse(read(`${CHART}/values.yaml`));
  const isValid = new Ajv({ strict: false }).compile(JSON.parse(read(`${CHART}/values.schema.json`)));
  const complete = {
    ...values,
    image: { ...values.image, repository: "registry.example/chaintill", tag: "0.1.0" },
    baseUrl: "https://pay.example.com",
    web: { ...values.web, trustedProxies: "10.0.0.0/8" },
    networkPolicy: { ...values.networkPolicy, proxy: [{ podSelector: {} }], database: [{ podSelector: {} }] },
  };

  test("are refused until what has no default is given", () => {
    expect(isValid(values)).toBe(false);
    expect(isValid(complete)).toBe(true);
    expect(isValid({ ...complete, baseUrl: "http://pay.example.com" })).toBe(false);
    expect(isValid({ ...complete, networkPolicy: values.networkPolicy })).toBe(false);
  });

  test("contain no secret: settings may not name one", () => {
    for (const name of ["SEED_KEY", "SEED_KEY_FILE", "NODE_URLS_ETH", "SECRET_KEY", "DATABASE_URL", "SMTP_URL_FILE"])
      expect({ name, isValid: isValid({ ...complete, settings: { [name]: "x" } }) }).toEqual({ name, isValid: false });
    expect(isValid({ ...complete, settings: { AML_RETENTION_DAYS: "30" } })).toBe(true);
    // Helm would write a large number as 1e+06.
    expect(isValid({ ...complete, settings: { ADDRESS_POOL_SIZE: 1_000_000 } })).toBe(false);
  });

  test("have the version of the program", () => {
    const { version } = JSON.parse(read("package.json")) as { version: string };
    expect(parse(read(`${CHART}/Chart.yaml`))).toMatchObject({ name: "chaintill", appVersion: version });
  });
});
