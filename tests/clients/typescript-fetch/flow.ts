// The flow of README.md with the client that openapi-generator generates for fetch.
import {
  Configuration,
  MaterialConsumptionApi,
  MaterialItemsApi,
  ProblemFromJSON,
  ProductsApi,
  ReferenceDataApi,
  ResponseError,
} from "./client";

const { ASBUILT_URL, ASBUILT_KEY, FLOW_PRODUCT, FLOW_PARENT, FLOW_REASON } = process.env as Record<
  string,
  string
>;

async function run() {
  const configuration = new Configuration({ basePath: ASBUILT_URL, accessToken: ASBUILT_KEY });
  const products = new ProductsApi(configuration);
  const referenceData = new ReferenceDataApi(configuration);
  const items = new MaterialItemsApi(configuration);
  const consumption = new MaterialConsumptionApi(configuration);

  const [listed] = await products.productList({ productFilter: { name: FLOW_PRODUCT } });
  console.log(`listed ${listed!.name}`);

  const kept = await products.productUpsert({
    productUpsert: { ...listed!, description: "Sent back" },
  });
  console.log(
    `product ${kept.description!.toLowerCase()}, ${kept.properties.length} property, ${kept.isActive}`,
  );

  const [reason] = await referenceData.materialReasonList({
    materialReasonFilter: { name: FLOW_REASON },
  });
  const changed = await referenceData.materialReasonUpsert({
    materialReasonUpsert: { id: reason!.id, description: "Sent back" },
  });
  console.log(
    `reason ${changed.description!.toLowerCase()}, ${changed.transactions.length} transactions`,
  );

  async function receive(serial: string, qty: number) {
    const visualSerialNo = FLOW_PARENT + serial;
    const lot = await items.materialItemReceive({
      receiveRequest: { productName: FLOW_PRODUCT, visualSerialNo, qty },
    });
    console.log(`received ${lot.actualQty}`);
    return lot;
  }
  await receive("-A", 123456.789);
  const lot = await receive("-B", 16777217);

  const parts = { parentSerialNo: FLOW_PARENT, childSerialNo: `${FLOW_PARENT}-A` };
  const line = { ...parts, builtQty: 23456.789, receiveAtPointOfConsumption: false };
  const built = await consumption.buildBuild({ buildRequest: line });
  console.log(`built, left ${built.child.actualQty}`);

  const removal = { ...parts, removeQty: 23456.789, reasonSUID: FLOW_REASON };
  const removed = await consumption.buildRemove({ removeRequest: removal });
  console.log(`removed, left ${removed.child.actualQty}`);

  try {
    await consumption.buildRemove({ removeRequest: removal });
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    const problem = ProblemFromJSON(await error.response.json());
    console.log(`refused ${problem.status} ${problem.code}`);
  }

  const lines = [
    { ...line, builtQty: 0.001 },
    { ...line, builtQty: 999999999 },
  ];
  const { results } = await consumption.buildBuildMany({ buildManyRequest: { lines } });
  for (const result of results) {
    const outcome = result.answer ? result.answer.child.actualQty : result.problem!.code;
    console.log(`line ${result.line}: ${result.status} ${outcome}`);
  }

  const found = await items.materialItemGet({ id: lot.id });
  if (!Array.isArray(found)) console.log(`got ${found.visualSerialNo.slice(FLOW_PARENT.length)}`);
  console.log(`got ${JSON.stringify(await items.materialItemGet({ id: 9_999_999_999 }))}`);
}

void run();
