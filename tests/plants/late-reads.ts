import type { RequestOptions, Requests } from "./requests.ts";

/** The reads that have to know a received item, as soon as any read does. */
export function readsOf(
  item: { readonly id: number; readonly visualSerialNo: string },
  after: number,
) {
  const { id, visualSerialNo } = item;
  const path = "/api/MaterialItem";
  const post = (url: string, body: object) => (by: Requests, options: RequestOptions) =>
    by.post(url, body, options);
  return [
    (by: Requests, options: RequestOptions) => by.get(`${path}/Get/${id}`, options),
    post(`${path}/List`, { visualSerialNo }),
    post(`${path}/Search`, { visualSerialNo }),
    post(`${path}/History`, { visualSerialNo }),
    post("/api/History/List", { entity: "MaterialItem", id }),
    post("/api/Event/List", { after }),
    post("/api/Epcis/Query", { visualSerialNo }),
    post("/api/Genealogy/Recall", { visualSerialNo }),
    post(`${path}/GetByFilter`, { ID: id }),
    post("/api/Record/Find", { text: visualSerialNo }),
  ];
}
