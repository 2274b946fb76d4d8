/** The machine API without the pages: `node serve-api.mjs BUNDLE`, on PORT of 127.0.0.1. */
const { createServer } = await import(process.argv[2]);

const server = createServer((_request, response) => void response.writeHead(404).end());
server.listen(Number(process.env.PORT), "127.0.0.1");
