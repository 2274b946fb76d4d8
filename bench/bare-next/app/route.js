/** As little as a Next route handler can do with a posted body: what invoice creation is measured against. */
export async function POST(request) {
  const body = await request.text();
  return Response.json({ state: 0, result: { length: body.length } });
}
