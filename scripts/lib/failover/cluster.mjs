/**
 * Two PostgreSQL servers under Patroni, three members of etcd, HAProxy and PgBouncer on this
 * machine, as deploy/ha configures them, and the loss of the primary's machine.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { hasEnded, tailOfLog } from "../children.mjs";
import { PROCESS_ROLES } from "../database-roles.mjs";
import { createPassword } from "../postgres.mjs";
import { listTree } from "../process-tree.mjs";
import { stopProcess } from "../processes.mjs";
import { waitUntil } from "../wait-until.mjs";
import { closeEtcd, isOpen } from "./etcd.mjs";
import {
  chooseAddresses,
  chooseValues,
  createFolder,
  PROGRAMS,
  readEnvironment,
  renderFile,
  runSql,
  saysYes,
  startProgram,
  writeOwnFile,
} from "./machines.mjs";

const OWNER = "chaintill_owner";
const DATABASE = "chaintill";
const PORTS = { direct: 5000, pooled: 6432 };
const WAIT_MS_MAX = 180_000;
const CONNECT_MS_MAX = 5_000;
/** Patroni stops its PostgreSQL, which waits until a standby has everything. */
const STOP_MS_MAX = 30_000;
/** Machines with PostgreSQL; the third one only has etcd. */
const SERVERS = ["a", "b"];
const MEMBERS = [...SERVERS, "c"];
const SYNCHRONOUS = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";

const waitFor = (what, check) => waitUntil(what, check, WAIT_MS_MAX);

/** Whether this address leads to a server that can be written. */
async function leadsToPrimary(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS_MAX });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query("SELECT pg_is_in_recovery() AS answer")).rows[0].answer === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

class Cluster {
  #folder;
  #children = new Map();
  #addresses = chooseAddresses();
  #values = chooseValues(this.#addresses);
  #password = createPassword();
  /** Processes of a machine that was lost, which may be frozen. */
  #lost = [];

  constructor(folder) {
    this.#folder = folder;
  }

  #start(name, command, environment) {
    const place = { logFile: this.#logOf(name), cwd: this.#folder, environment };
    this.#children.set(name, startProgram(command, place));
  }

  #logOf = (name) => join(this.#folder, `${name}.log`);
  #folderOf = (name) => join(this.#folder, name);
  #valuesOf = (name) => ({ ...this.#values, NODE: name, ADDRESS: this.#addresses[name] });

  #startEtcd(name) {
    const own = this.#folderOf(name);
    const places = { "/var/lib/etcd/chaintill": join(own, "etcd") };
    const file = renderFile("etcd.env", own, this.#valuesOf(name), places);
    this.#start(`etcd-${name}`, [PROGRAMS.etcd], readEnvironment(file));
  }

  #startPatroni(name) {
    const own = this.#folderOf(name);
    const file = renderFile("patroni.yml", own, this.#valuesOf(name), {
      "/var/lib/postgresql/15/chaintill": join(own, "data"),
      "/var/lib/postgresql/.pgpass-patroni": join(own, ".pgpass"),
      "/var/run/postgresql": own,
      // The real one would restart this machine.
      "mode: automatic": 'mode: "off"',
    });
    this.#start(`patroni-${name}`, [PROGRAMS.patroni, file]);
  }

  /** Starts everything of the machine that was lost. */
  restartMachine(name) {
    this.#bury();
    this.#startEtcd(name);
    this.#startPatroni(name);
  }

  async #openEtcd() {
    for (const name of MEMBERS) this.#startEtcd(name);
    for (const name of MEMBERS) {
      const url = `http://${this.#addresses[name]}:2379/health`;
      const isHealthy = async () => (await (await fetch(url)).json()).health === "true";
      await waitFor(`etcd ${name}`, () => isHealthy().catch(() => false));
    }
    const { ETCD_HOSTS, ETCD_PASSWORD } = this.#values;
    closeEtcd(ETCD_HOSTS, ETCD_PASSWORD);
    if (isOpen(ETCD_HOSTS)) throw new Error("etcd answers without a password");
  }

  /** Returns the lines of PgBouncer's list of users. */
  #createDatabase() {
    const run = (statement) => runSql(this.#folderOf("a"), "postgres", statement);
    for (const role of [OWNER, ...Object.values(PROCESS_ROLES)])
      run(`CREATE ROLE ${role} LOGIN PASSWORD '${this.#password}'`);
    run(`CREATE DATABASE ${DATABASE} OWNER ${OWNER}`);
    return run(`SELECT format('"%s" "%s"', rolname, rolpassword) FROM pg_authid WHERE rolname LIKE 'chaintill%'`);
  }

  async #startProxies(users) {
    const { gateway } = this.#addresses;
    const own = this.#folderOf("pgbouncer");
    createFolder(own);
    const places = { "127.0.0.1:5000": `${gateway}:${PORTS.direct}` };
    const proxy = renderFile("haproxy.cfg", this.#folderOf("haproxy"), this.#values, places);
    const pooler = renderFile("pgbouncer.ini", own, this.#values, {
      "127.0.0.1": gateway,
      "/etc/pgbouncer/userlist.txt": writeOwnFile(join(own, "userlist.txt"), `${users}\n`),
      "/var/log/postgresql/pgbouncer.log": join(own, "pgbouncer.log"),
      "/var/run/postgresql/pgbouncer.pid": join(own, "pgbouncer.pid"),
    });
    this.#start("haproxy", [PROGRAMS.haproxy, "-db", "-f", proxy]);
    this.#start("pgbouncer", [PROGRAMS.pgbouncer, pooler]);
    for (const url of [this.ownerUrl(), this.pooledUrlOf(OWNER)])
      await waitFor("the proxies", () => leadsToPrimary(url));
  }

  /** @throws Error with the ends of all logs */
  async start() {
    try {
      await this.#openEtcd();
      this.#startPatroni("a");
      await waitFor("the first primary", () => this.#findPrimary());
      const users = this.#createDatabase();
      this.#startPatroni("b");
      await this.untilSynchronous();
      await this.#startProxies(users);
    } catch (error) {
      for (const name of this.#children.keys()) error.message += `\n--- ${name}\n${tailOfLog(this.#logOf(name), 10)}`;
      throw error;
    }
  }

  #urlOf = (role, port) => `postgresql://${role}:${this.#password}@${this.#addresses.gateway}:${port}/${DATABASE}`;
  /** Through PgBouncer. */
  pooledUrlOf = (role) => this.#urlOf(role, PORTS.pooled);
  /** Through HAProxy alone. */
  directUrlOf = (role) => this.#urlOf(role, PORTS.direct);
  ownerUrl = () => this.#urlOf(OWNER, PORTS.direct);

  /** Returns the server that is the primary; null if none is. */
  async #findPrimary(among = SERVERS) {
    for (const name of among) if (await saysYes(this.#addresses[name], "/primary")) return name;
    return null;
  }

  /** Runs a query on the primary as the superuser, waiting for one. Returns its rows. */
  async query(select) {
    const name = await waitFor("a primary", () => this.#findPrimary());
    const rows = `SELECT coalesce(json_agg(answer), '[]') FROM (${select}) answer`;
    return JSON.parse(runSql(this.#folderOf(name), DATABASE, rows));
  }

  /**
   * Ends etcd, Patroni and every process of PostgreSQL on the primary's machine at once: as a loss
   * of power does, or, with `isFrozen`, as a loss of the network, after which nobody is told that
   * his connection has ended. Returns the machine's name, and when that was.
   */
  async losePrimary({ isFrozen }) {
    const name = await this.#findPrimary();
    if (name === null) throw new Error("There is no primary");
    const server = Number(readFileSync(join(this.#folderOf(name), "data/postmaster.pid"), "utf8").split("\n")[0]);
    const programs = ["etcd", "patroni"].map((program) => this.#children.get(`${program}-${name}`).pid);
    this.#lost = [...programs, ...listTree(server)];
    // None may notice the death of another.
    for (const pid of this.#lost) process.kill(pid, "SIGSTOP");
    if (!isFrozen) this.#bury();
    return { lost: name, lostAt: performance.now() };
  }

  #bury() {
    for (const pid of this.#lost.splice(0)) process.kill(pid, "SIGKILL");
  }

  untilPromoted(lost) {
    return waitFor("the promotion", () => this.#findPrimary(SERVERS.filter((name) => name !== lost)));
  }

  /** Waits until commits wait for a standby, which may be promoted. */
  untilSynchronous() {
    return waitFor("the synchronous standby", async () => {
      const states = await Promise.all(SERVERS.map((name) => saysYes(this.#addresses[name], "/sync")));
      if (!states.includes(true)) return false;
      const [{ count }] = await this.query(SYNCHRONOUS);
      return count === 1;
    });
  }

  async stop() {
    this.#bury();
    // Patroni needs etcd, and PostgreSQL ends with Patroni: so etcd is last.
    for (const child of [...this.#children.values()].reverse())
      if (!hasEnded(child)) await stopProcess(child.pid, { timeoutMs: STOP_MS_MAX });
  }
}

/**
 * Starts everything in `folder`, which is made here and whose parent the user postgres can reach.
 * `stops` gets what ends it.
 */
export async function startCluster(folder, stops) {
  createFolder(folder);
  const cluster = new Cluster(folder);
  stops.push(() => cluster.stop());
  await cluster.start();
  return cluster;
}
