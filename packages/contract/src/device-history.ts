import { DeviceHistoryRecord } from "./device-history-record.ts";
import { addressingItem } from "./fields.ts";
import { timesOfState } from "./genealogy.ts";
import { listedExample } from "./history.ts";
import { body, okResponse, problemsOfRead } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route } from "./route.ts";
import { schema } from "./schema.ts";

const DeviceHistoryRequest = schema(
  "DeviceHistoryRequest",
  "The unit whose record to return, and the state of it.",
  () => addressingItem(timesOfState()),
);

const { userNow: _userNow, ...changeExample } = listedExample;

const recordExample = {
  form: "asbuilt-device-history-1",
  id: 17,
  visualSerialNo: "PUMP-0001",
  at: null,
  knownAt: null,
  lastSeq: 118,
  items: [
    {
      id: 17,
      visualSerialNo: "PUMP-0001",
      productID: 4,
      productName: "Pump",
      version: "A",
      batchNo: null,
      deliveryNo: null,
      expiryDate: null,
      nominalQty: 1,
      unit: "each",
      status: "Available",
      orderNo: null,
      startDT: "2026-01-30T08:00:00.000Z",
      endDT: "2026-01-31T08:00:00.000Z",
    },
  ],
  contents: [],
  orders: [],
  designs: [],
  deviations: [],
  signatures: [],
  changes: [
    { ...changeExample, sealID: null, text: '[118,"0190c2f0-7d3a-7cc3-98b2-2f6a4f0e9c10"]' },
  ],
  names: [],
  seals: [],
  attachments: [],
};

/** The whole record of a unit. */
export const deviceHistoryRoutes = {
  get: route({
    operationId: "deviceHistoryRecordGet",
    method: "post",
    path: "/api/DeviceHistoryRecord/Get",
    roles: rolesFor.reading,
    tags: ["Device history"],
    summary: "Return the device history record of a unit, with its proof",
    request: () => ({ body: body(DeviceHistoryRequest(), { visualSerialNo: "PUMP-0001" }) }),
    responses: () => ({
      200: okResponse(
        DeviceHistoryRecord(),
        "The record as canonical JSON (RFC 8785): the same record has the same bytes, wherever it " +
          "is read. With `Accept: application/pdf` it is PDF/A-3b with that JSON attached.",
        recordExample,
      ),
      ...problemsOfRead("not_found", "too_many"),
    }),
  }),
};
