/**
 * The published client libraries that scripts/client-libraries.mjs can run unchanged against a
 * gateway. `program` calls every method of the library and prints one line of JSON for each. `host`
 * is the API host that is a constant in the library's code.
 */
export const LIBRARIES = {
  "heleket-php": {
    name: "Heleket/php-sdk",
    version: "2.2.0",
    needs: "PHP 7.4 or newer with curl",
    program: "heleket-php.php",
    run: runPhp,
  },
  "heleket-go": {
    name: "Heleket/go-sdk",
    version: "0.3.0",
    needs: "Go 1.22 or newer",
    program: "heleket-go.go",
    module: "github.com/heleket/go-sdk",
    run: runGo,
  },
  "cryptomus-php": {
    name: "CryptomusCom/api-php-sdk",
    version: "1.0.0",
    needs: "PHP 5.6 or newer with curl",
    program: "cryptomus-php.php",
    host: "api.cryptomus.com",
    run: runPhp,
  },
  "cryptomus-go": {
    name: "copartner6412/cryptomus",
    version: "1.0.0",
    needs: "Go 1.22 or newer",
    program: "cryptomus-go.go",
    module: "github.com/copartner6412/cryptomus",
    host: "api.cryptomus.com",
    run: runGo,
  },
  "cryptomus-ruby": {
    name: "senid231/cryptomus-ruby-sdk",
    version: "0.2.2",
    needs: "Ruby 3.1 or newer with faraday 2",
    program: "cryptomus-ruby.rb",
    run: runRuby,
  },
  pycryptomusapi: {
    name: "Badiboy/pyCryptomusAPI",
    version: "0.1.1",
    needs: "Python 3 with requests",
    program: "pycryptomusapi.py",
    run: runPython,
  },
  aioheleket: {
    name: "SuperFeda/aioheleket",
    version: "1.1.0",
    needs: "Python 3.11 or newer with aiohttp and pydantic 2",
    program: "aioheleket-calls.py",
    host: "api.heleket.com",
    run: runPython,
  },
};

function runPhp({ program, certificate }) {
  // PHP's curl takes the certificate from its settings and not from the environment.
  const settings = certificate ? ["-d", `curl.cainfo=${certificate}`] : [];
  return { command: "php", args: [...settings, program] };
}

function runPython({ program, folder }) {
  const path = [folder, process.env.PYTHONPATH].filter(Boolean).join(":");
  return { command: "python3", args: [program], env: { PYTHONPATH: path } };
}

function runRuby({ program, folder }) {
  return { command: "ruby", args: ["-I", `${folder}/lib`, program] };
}

function runGo({ program, folder, library, scratch }) {
  const lines = [
    "module runs",
    `require ${library.module} v${library.version}`,
    `replace ${library.module} => ${folder}`,
  ];
  return {
    files: { "go.mod": `${lines.join("\n")}\n`, "main.go": program },
    command: "go",
    args: ["run", "."],
    cwd: scratch,
    env: { GOFLAGS: [process.env.GOFLAGS, "-mod=mod"].filter(Boolean).join(" "), GOPROXY: "off" },
  };
}
