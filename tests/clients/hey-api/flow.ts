// The flow of README.md with the client that @hey-api/openapi-ts generates.
import { client } from "./client/client.gen";
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
  client.setConfig({ baseUrl: ASBUILT_URL, auth: ASBUILT_KEY, throwOnError: false });

  const [listed] = (await productList({ body: { Name: FLOW_PRODUCT } })).data!;
  console.log(`listed ${listed!.Name}`);

  const kept = (await productUpsert({ body: { ...listed!, Description: "Sent back" } })).data!;
  console.log(
    `product ${kept.Description!.toLowerCase()}, ${kept.Properties.length} property, ${kept.IsActive}`,
  );

  const [reason] = (await materialReasonList({ body: { name: FLOW_REASON } })).data!;
  const changed = (
    await materialReasonUpsert({ body: { id: reason!.id, description: "Sent back" } })
  ).data!;
  console.log(
    `reason ${changed.description!.toLowerCase()}, ${changed.transactions.length} transactions`,
  );

  async function receive(serial: string, qty: number) {
    const visualSerialNo = FLOW_PARENT + serial;
    const { data } = await materialItemReceive({
      body: { productName: FLOW_PRODUCT, visualSerialNo, qty },
    });
    console.log(`received ${data!.actualQty}`);
    return data!;
  }
  await receive("-A", 123456.789);
  const lot = await receive("-B", 16777217);

  const parts = { parentSerialNo: FLOW_PARENT, childSerialNo: `${FLOW_PARENT}-A` };
  const line = { ...parts, builtQty: 23456.789, receiveAtPointOfConsumption: false };
  console.log(`built, left ${(await buildBuild({ body: line })).data!.child.actualQty}`);

  const removal = { ...parts, removeQty: 23456.789, reasonSUID: FLOW_REASON };
  console.log(`removed, left ${(await buildRemove({ body: removal })).data!.child.actualQty}`);

  const refused = (await buildRemove({ body: removal })).error!;
  console.log(`refused ${refused.status} ${refused.code}`);

  const lines = [
    { ...line, builtQty: 0.001 },
    { ...line, builtQty: 999999999 },
  ];
  for (const result of (await buildBuildMany({ body: { lines } })).data!.results) {
    const outcome = result.answer ? result.answer.child.actualQty : result.problem!.code;
    console.log(`line ${result.line}: ${result.status} ${outcome}`);
  }

  const found = (await materialItemGet({ path: { id: lot.id } })).data!;
  if (!Array.isArray(found)) console.log(`got ${found.visualSerialNo.slice(FLOW_PARENT.length)}`);
  const none = (await materialItemGet({ path: { id: 9_999_999_999 } })).data!;
  console.log(`got ${JSON.stringify(none)}`);
}

void run();
