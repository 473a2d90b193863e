import { jsonBodyOf, operations } from "@asbuilt/contract";
import type { Plant } from "#plant";
import type { Answer, RequestOptions } from "../plants/requests.ts";
import { picture, uploadTo } from "./attached.ts";

type Fields = Readonly<Record<string, unknown>>;
type Body = Answer["body"];

/** A write that was done under a key, with a way to send it again. */
export interface Done {
  readonly operationId: string;
  readonly answer: Answer;
  readonly repeat: () => Promise<Answer>;
}

/** The texts and the quantity in which one story of writes differs from another. */
export interface Words {
  /** The end of every name. */
  readonly ending: string;
  readonly text: string;
  /** A whole quantity, from 1. */
  readonly qty: number;
}

const routes = new Map<string, (typeof operations)[number]>(
  operations.map((route) => [route.operationId, route]),
);

/** The resources that have a name, and an Upsert and a Delete of one form. */
const resources = [
  "productType",
  "ownershipType",
  "currency",
  "unitOfMeasure",
  "location",
  "receiptProfile",
  "receiptRecipe",
  "serialRange",
  "propertyDefinition",
  "buildSlotType",
  "materialReason",
  "labelTemplate",
  "role",
  "signatureMeaning",
  "workCentre",
  "materialStatus",
  "holdReason",
  "caseDataDefinition",
  "user",
  "plant",
] as const;
type Resource = (typeof resources)[number];

/** Sends writes under new keys, and keeps each that was done. */
function sender(plant: Plant, { ending }: Words) {
  const done: Done[] = [];
  const under = async (
    operationId: string,
    request: (options: RequestOptions) => Promise<Answer>,
  ): Promise<Body> => {
    const headers = { "Idempotency-Key": plant.unique("repeat") };
    const repeat = () => request({ headers });
    const answer = await repeat();
    if (answer.status !== 200) {
      throw new Error(`${operationId} answered ${JSON.stringify(answer.body)}`);
    }
    done.push({ operationId, answer, repeat });
    return answer.body;
  };
  const send = (operationId: string, body: Fields, by: RequestOptions = {}): Promise<Body> => {
    const route = routes.get(operationId)!;
    const path = route.path.replace("{id}", String(body["id"]));
    return under(operationId, (options) =>
      plant.request(route.method.toUpperCase(), path, body, { ...by, ...options }),
    );
  };
  /** Sends a write under a key and a reference. It is repeated under both, and under the reference. */
  const refer = async (operationId: string, fields: Fields): Promise<Body> => {
    const externalRef = { system: "ERP", id: plant.unique("ref") };
    const body = { ...fields, externalRef };
    const made = await send(operationId, body);
    const { answer } = done.at(-1)!;
    const { method, path } = routes.get(operationId)!;
    done.push({
      operationId,
      answer,
      repeat: () => plant.request(method.toUpperCase(), path, body),
    });
    return made;
  };
  return { done, under, send, refer, unique: (name: string) => `${plant.unique(name)}${ending}` };
}
type Sender = ReturnType<typeof sender>;

/** Returns the example of an operation with names that are new. */
function exampleOf(operationId: string, { unique }: Sender): Fields {
  const example = jsonBodyOf(routes.get(operationId)!)!.example as Fields;
  const names = ["name", "suid", "code", "badge"].filter((name) => name in example);
  return { ...example, ...Object.fromEntries(names.map((name) => [name, unique(name)])) };
}

/** Creates a record of each resource, and deletes another. */
async function cataloged(by: Sender): Promise<Record<Resource, Body>> {
  const made: Partial<Record<Resource, Body>> = {};
  for (const resource of resources) {
    const [upsert, remove] = [`${resource}Upsert`, `${resource}Delete`];
    const { id } = await by.send(upsert, exampleOf(upsert, by));
    await by.send(remove, { id });
    const more = resource === "materialStatus" ? { consumable: true, buildable: true } : {};
    made[resource] = await by.send(upsert, { ...exampleOf(upsert, by), ...more });
  }
  // All of them.
  const records = made as Record<Resource, Body>;
  const { name, productType, signatureMeaning } = { name: by.unique("Rule"), ...records };
  const rule = { name, operation: "complete", meaning: signatureMeaning.name };
  const { id } = await by.send("signatureRuleUpsert", { ...rule, productType: productType.name });
  await by.send("signatureRuleDelete", { id });
  const workCentres = [by.unique("Press"), records.workCentre.name];
  const empty = { Name: by.unique("Group"), isControlled: 0, WorkCentres: [] };
  const { ID } = await by.send("workCentreGroupUpsert", empty);
  await by.send("workCentreGroupUpsert", {
    ...empty,
    Name: by.unique("Group"),
    WorkCentres: workCentres,
  });
  await by.send("workCentreGroupDelete", { ID });
  return records;
}

/** Designs a unit of two slots, with the records of a catalogue. */
async function designed(by: Sender, records: Record<Resource, Body>, { text }: Words) {
  const product = (): Fields => ({
    ...exampleOf("productUpsert", by),
    SUID: by.unique("SUID"),
    Name: by.unique("Product"),
    Description: text,
    ProductType: records.productType.name,
    DefaultOwnership: records.ownershipType.name,
    DefaultCurrency: records.currency.name,
    ReceiptProfile: "Standard",
    Location: records.location.name,
    BaseUnit: "each",
    ShelfLifeDays: null,
    Properties: [{ Name: by.unique("Property"), Value: text }],
  });
  const [unit, part, other] = [
    await by.send("productUpsert", product()),
    await by.send("productUpsert", product()),
    await by.send("productUpsert", product()),
  ];
  const copy = { suid: by.unique("SUID"), name: by.unique("Copy"), srcProductName: part.Name };
  const { ID } = await by.send("productCopy", copy);
  await by.send("productUpsert", { ID, Description: null });
  await by.send("productDelete", { ID });
  const versions = [{ version: "1.0", status: "Draft" }];
  const bomOf = () => ({ name: by.unique("BoM"), parentProductName: unit.Name, versions });
  const { id: unusedId } = await by.send("bomUpsert", bomOf());
  await by.send("bomDelete", { id: unusedId });
  const bom = await by.send("bomUpsert", bomOf());
  const candidate = { isActive: true, qty: 1, minQty: 1, maxQty: 20 };
  const slot = {
    ParentProductName: unit.Name,
    bom: bom.name,
    version: "1.0",
    description: text,
    buildSlotType: records.buildSlotType.name,
    isActive: true,
    isRequired: false,
    edhrBomRequired: 0,
    edhrBuildRequired: 0,
    candidates: [{ product: part.Name, ...candidate, isDefault: true }],
    Properties: [{ property: records.propertyDefinition.name, value: text }],
  };
  const { id } = await by.send("bomSlotUpsert", slot);
  await by.send("bomSlotUpsertProperties", {
    bomSlotID: id,
    properties: [{ property: records.propertyDefinition.name, value: `${text}!` }],
  });
  const property = records.propertyDefinition.name;
  await by.send("bomSlotClearProperty", { BomSlotId: id, property });
  const alternates = [{ product: other.Name, ...candidate, isDefault: false }];
  const added = await by.send("bomSlotUpsertCandidates", { bomSlotID: id, candidates: alternates });
  await by.send("bomSlotDeleteCandidate", { ID: added[0].id });
  const { id: unusedSlot } = await by.send("bomSlotUpsert", slot);
  await by.send("bomSlotDelete", { ID: unusedSlot });
  const release = (version: string) =>
    by.send("bomUpsert", { id: bom.id, versions: [{ version, status: "Released" }] });
  await release("1.0");
  const numbers = { from: "1.0", to: "1.1" };
  await by.send("bomCopyVersion", { parentProductName: unit.Name, bom: bom.name, ...numbers });
  return { unit, part, other, bom, release };
}
type Design = Awaited<ReturnType<typeof designed>>;

/** Starts an order and builds into its units. */
async function builtInto(by: Sender, design: Design, { qty, text }: Words) {
  const { unit, part, bom } = design;
  const of = { productName: unit.Name, bom: bom.name, version: "1.0" };
  const { id: unused } = await by.send("worksOrderUpsert", {
    orderNo: by.unique("WO"),
    ...of,
    qty: 1,
  });
  await by.send("worksOrderDelete", { id: unused });
  const order = await by.send("worksOrderUpsert", { orderNo: by.unique("WO"), ...of, qty: 3 });
  const units = [by.unique("Unit"), by.unique("Unit"), by.unique("Unit")] as const;
  const items = units.map((visualSerialNo) => ({ visualSerialNo, qty: 1 }));
  await by.send("worksOrderStart", { id: order.id, items });
  const lot = await by.send("materialItemReceive", {
    productName: part.Name,
    visualSerialNo: by.unique("Lot"),
    qty: qty + 100,
    batchNo: by.unique("Batch"),
    deliveryNo: by.unique("Delivery"),
    comment: text,
  });
  const build = {
    parentSerialNo: units[0],
    childSerialNo: lot.visualSerialNo,
    builtQty: 2,
    receiveAtPointOfConsumption: false,
  };
  await by.send("buildBuild", build);
  await by.refer("buildBuild", build);
  const remove = { parentSerialNo: units[0], childSerialNo: lot.visualSerialNo };
  const removal = { ...remove, removeQty: 1, reasonSUID: "REWORK", comments: text };
  await by.send("buildRemove", removal);
  await by.refer("buildRemove", removal);
  const made = { ...build, childSerialNo: by.unique("Made"), receiveAtPointOfConsumption: true };
  await by.send("buildBuild", { ...made, itemDetails: { productName: part.Name } });
  const lines = [build, { ...build, parentSerialNo: by.unique("None") }, build];
  await by.send("buildBuildMany", { lines, atomic: false });
  await by.send("buildRemoveMany", { lines: [removal], atomic: true });
  await design.release("1.1");
  await by.send("worksOrderChangeVersion", { id: order.id, version: "1.1" });
  return { order, units, lot };
}
type Units = Awaited<ReturnType<typeof builtInto>>;

/** Does what can be done with stock, and with the units until their order is completed. */
async function handled(
  by: Sender,
  { part, unit, bom }: Design,
  { order, units }: Units,
  { records, qty, text }: Words & { readonly records: Record<Resource, Body> },
) {
  const receive = (fields: Fields = {}) => ({
    productName: part.Name,
    visualSerialNo: by.unique("Lot"),
    qty: qty + 20,
    ...fields,
  });
  const [one, two, three] = [
    await by.refer("materialItemReceive", receive()),
    await by.send("materialItemReceive", receive({ comment: text })),
    await by.send("materialItemReceive", receive({ location: "MAIN" })),
  ];
  const holdReason = records.holdReason.name;
  const id = one.id;
  await by.send("materialItemItemAdjust", {
    materialitemid: id,
    adjustqty: -1,
    reasonSUID: "COUNT",
  });
  await by.refer("materialItemItemAdjust", {
    materialitemid: id,
    adjustqty: 2,
    reasonSUID: "COUNT",
  });
  await by.send("materialItemHold", { id, holdReason, comment: text });
  await by.send("materialItemRelease", { id, holdReason });
  await by.send("materialItemMove", { id, location: records.location.suid });
  await by.send("materialItemMove", {
    id,
    location: "MAIN",
    qty: 1,
    newVisualSerialNo: by.unique("Part"),
  });
  await by.send("materialItemRelabel", {
    id,
    newVisualSerialNo: by.unique("Label"),
    comment: text,
  });
  const parts = [
    { qty: 5, visualSerialNo: by.unique("Part") },
    { qty: 1, visualSerialNo: by.unique("Part") },
  ];
  const divided = await by.send("materialItemSplit", { id, parts });
  await by.send("materialItemMerge", { id, from: [{ id: divided.parts[1].id }] });
  await by.send("materialItemScrap", {
    id: divided.parts[0].id,
    reasonSUID: "SCRAP",
    comment: text,
  });
  await by.send("materialItemVoid", { id: three.id, comment: text });
  await by.send("materialItemDispatch", { id: two.id });
  await by.send("materialItemReturn", { id: two.id, holdReason, comment: text });
  await by.send("materialItemReceiveMany", { lines: [receive(), receive()], atomic: true });
  const lines = (fields: Fields) => ({ lines: [{ id, ...fields }], atomic: false });
  const adjusted = {
    lines: [{ materialitemid: id, adjustqty: 1, reasonSUID: "COUNT" }],
    atomic: true,
  };
  await by.send("materialItemItemAdjustMany", adjusted);
  await by.send("materialItemHoldMany", lines({ holdReason }));
  await by.send("materialItemReleaseMany", lines({}));
  await by.send(
    "materialItemMoveMany",
    lines({ location: "MAIN", qty: 1, newVisualSerialNo: by.unique("P") }),
  );
  await by.send(
    "materialItemScrapMany",
    lines({ reasonSUID: "SCRAP", qty: 1, newVisualSerialNo: by.unique("P") }),
  );
  await by.send("materialItemDispatchMany", lines({}));
  const batch = { productName: part.Name, batchNo: by.unique("Batch") };
  await by.send("batchHoldUpsert", { ...batch, holdReason, comment: text });
  await by.send("batchHoldDelete", batch);

  const [first, second] = units;
  await by.send("materialItemComplete", { visualSerialNo: first });
  await by.send("materialItemReopen", { visualSerialNo: first, comment: text });
  await by.send("worksOrderComplete", { id: order.id });
  await by.send("materialItemDispatch", { visualSerialNo: second });
  const of = { productName: unit.Name, bom: bom.name, version: "1.1", qty: 2 };
  const cancelled = await by.send("worksOrderUpsert", { orderNo: by.unique("WO"), ...of });
  await by.send("worksOrderStart", { id: cancelled.id });
  await by.send("worksOrderCancel", { id: cancelled.id, comment: text });
  return { one, two };
}

/** Updates an item whole, attaches a picture to it and signs it. */
async function recorded(
  plant: Plant,
  by: Sender,
  { lot }: Units,
  { records, text }: Words & { readonly records: Record<Resource, Body> },
) {
  const present = (await plant.get(`/api/MaterialItem/Get/${lot.id}`)).body;
  const { id: caseDataID, name } = records.caseDataDefinition;
  const caseData = [{ id: null, caseDataID, materialItemID: lot.id, name, value: text }];
  await by.send("materialItemUpdate", { ...present, uniqueID: by.unique("UID"), caseData });
  const to = { entity: "MaterialItem", entityID: lot.id, description: text };
  const { id } = await by.under("attachmentUpload", (options) =>
    uploadTo(plant, to, picture(lot.id), options),
  );
  await by.send("attachmentRemove", { id });
  const url = "https://receiver.example/asbuilt";
  const webhook = await by.send("webhookUpsert", { url, isActive: false, description: text });
  await by.send("webhookReplay", { id: webhook.id });
  const unused = await by.send("webhookUpsert", { url, isActive: false });
  await by.send("webhookDelete", { id: unused.id });
  await by.send("auditTakeOver", { comment: text });
}

/** Gives a person keys, a PIN and sessions; the person signs. */
async function peopled(plant: Plant, by: Sender, { lot }: Units, records: Record<Resource, Body>) {
  const { user, signatureMeaning } = records;
  const key = (role: string) =>
    by.send("apiKeyCreate", { name: by.unique("Key"), userID: user.id, role });
  const [own, unused] = [await key("admin"), await key("operator")];
  await by.send("apiKeyRevoke", { id: unused.id });
  const [pin, currentPin] = ["739105", "480217"];
  await by.send("userResetPin", { userID: user.id, pin: currentPin });
  await by.send("userSetPin", { badge: user.badge, currentPin, pin });
  await by.send("sessionCreate", {});
  const acting = await by.send("sessionActAs", { badge: user.badge, pin });
  await by.send("sessionDelete", { id: acting.id });
  const { revNo } = (await plant.get(`/api/MaterialItem/Get/${lot.id}`)).body;
  const signed = { entity: "MaterialItem", id: lot.id, revNo, meaning: signatureMeaning.name };
  await by.send("signatureSign", { ...signed, pin }, { key: own.key });
  const other = await by.send("userUpsert", exampleOf("userUpsert", by));
  await by.send("userResetPin", { userID: other.id, pin: currentPin });
  await by.send("userClearPin", { userID: other.id });
}

/** Does every write that takes a key, each under a key of its own. */
export async function everyWrite(plant: Plant, words: Words) {
  const by = sender(plant, words);
  const records = await cataloged(by);
  const design = await designed(by, records, words);
  const units = await builtInto(by, design, words);
  const stock = await handled(by, design, units, { ...words, records });
  await recorded(plant, by, units, { ...words, records });
  await peopled(plant, by, units, records);
  return { done: by.done, records, design, units, stock };
}
export type Story = Awaited<ReturnType<typeof everyWrite>>;

/** Renames or changes every record of a story, and everything that its records name. */
export async function changeAll(plant: Plant, { records, design, units, stock }: Story) {
  const again = (name: string) => plant.unique(`Renamed ${name}`);
  const put = (operation: string, body: Fields) => plant.done("put", `/api/${operation}`, body);
  for (const resource of resources) {
    const path = routes.get(`${resource}Upsert`)!.path.slice("/api/".length);
    await put(path, {
      id: records[resource].id,
      name: again(resource),
      description: again("text"),
    });
  }
  for (const { ID } of [design.unit, design.part, design.other]) {
    const sent = { ID, Name: again("product"), SUID: again("suid"), Description: again("text") };
    await put("Product/Upsert", { ...sent, Location: "Main", DefaultCurrency: "EUR" });
  }
  await put("Bom/Upsert", { id: design.bom.id, name: again("bom") });
  await put("MaterialItem/Return", { id: stock.one.id, holdReason: "Quality", comment: "Back" });
  for (const { id } of [units.lot, stock.one, stock.two]) {
    await put("MaterialItem/Relabel", { id, newVisualSerialNo: again("item"), comment: "New" });
  }
}
