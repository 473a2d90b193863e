// The flow of README.md with the client that orval generates for fetch. Its paths have no host, and
// it leaves the key to the caller.
import {
  buildBuild,
  buildBuildMany,
  buildRemove,
  materialItemGet,
  materialItemReceive,
  materialReasonList,
  materialReasonUpsert,
  productList,
  productUpsert,
} from "./client";

const { ASBUILT_URL, ASBUILT_KEY, FLOW_PRODUCT, FLOW_PARENT, FLOW_REASON } = process.env as Record<
  string,
  string
>;

async function run() {
  const plainFetch = fetch;
  globalThis.fetch = (path, init) => {
    const headers = new Headers(init?.headers);
    headers.set("Authorization", `Bearer ${ASBUILT_KEY}`);
    return plainFetch(new URL(String(path), ASBUILT_URL), { ...init, headers });
  };

  /** Returns the data of a success. */
  function ok<Response extends { status: number; data: unknown }>(response: Response) {
    if (response.status !== 200) throw new Error(JSON.stringify(response.data));
    return response.data as Extract<Response, { status: 200 }>["data"];
  }

  const [listed] = ok(await productList({ Name: FLOW_PRODUCT }));
  console.log(`listed ${listed!.Name}`);

  const kept = ok(await productUpsert({ ...listed!, Description: "Sent back" }));
  console.log(
    `product ${kept.Description!.toLowerCase()}, ${kept.Properties.length} property, ${kept.IsActive}`,
  );

  const [reason] = ok(await materialReasonList({ name: FLOW_REASON }));
  const changed = ok(await materialReasonUpsert({ id: reason!.id, description: "Sent back" }));
  console.log(
    `reason ${changed.description!.toLowerCase()}, ${changed.transactions.length} transactions`,
  );

  async function receive(serial: string, qty: number) {
    const visualSerialNo = FLOW_PARENT + serial;
    const lot = ok(await materialItemReceive({ productName: FLOW_PRODUCT, visualSerialNo, qty }));
    console.log(`received ${lot.actualQty}`);
    return lot;
  }
  await receive("-A", 123456.789);
  const lot = await receive("-B", 16777217);

  const parts = { parentSerialNo: FLOW_PARENT, childSerialNo: `${FLOW_PARENT}-A` };
  const line = { ...parts, builtQty: 23456.789, receiveAtPointOfConsumption: false };
  console.log(`built, left ${ok(await buildBuild(line)).child.actualQty}`);

  const removal = { ...parts, removeQty: 23456.789, reasonSUID: FLOW_REASON };
  console.log(`removed, left ${ok(await buildRemove(removal)).child.actualQty}`);

  const refused = await buildRemove(removal);
  if (refused.status === 409) console.log(`refused ${refused.data.status} ${refused.data.code}`);

  const lines = [
    { ...line, builtQty: 0.001 },
    { ...line, builtQty: 999999999 },
  ];
  for (const result of ok(await buildBuildMany({ lines })).results) {
    const outcome = result.answer ? result.answer.child.actualQty : result.problem!.code;
    console.log(`line ${result.line}: ${result.status} ${outcome}`);
  }

  const found = ok(await materialItemGet(lot.id));
  if (!Array.isArray(found)) console.log(`got ${found.visualSerialNo.slice(FLOW_PARENT.length)}`);
  console.log(`got ${JSON.stringify(ok(await materialItemGet(9_999_999_999)))}`);
}

void run();
