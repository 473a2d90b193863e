import * as z from "zod";
import {
  BomSlot,
  BomSlotCandidate,
  BomSlotProperty,
  candidateExample,
  propertyExample,
  slotExample,
} from "./bom-slot-record.ts";
import {
  BomSlotCandidatesUpsert,
  BomSlotDeletion,
  BomSlotFilter,
  BomSlotPartFilter,
  BomSlotPropertiesUpsert,
  BomSlotPropertyClearing,
  BomSlotUpsert,
} from "./bom-slot-request.ts";
import { okResponse, body, pageQuery, problemsOfRead, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route, writeRoute } from "./route.ts";

const tags = ["Slots"];

const newCandidate = { product: "Seal", isActive: true, qty: 2, minQty: 2, isDefault: true };

const creationExample = {
  ParentProductName: "Pump",
  bom: "Pump",
  version: "1.0",
  description: "Shaft seals",
  buildSlotType: "Assembly",
  isActive: true,
  isRequired: true,
  edhrBomRequired: 0,
  edhrBuildRequired: 1,
  candidates: [newCandidate],
  Properties: [{ property: "Torque", value: "4 Nm" }],
};

/** The refusals of a merge of candidates into a slot. */
const candidateProblems = [
  "not_found",
  "stale_revision",
  "details_contradict",
  "inactive",
  "duplicate",
  "fixed",
  "quantity_range",
  "unit_mismatch",
  "too_many",
  "bom_status",
] as const;

const slotRoutes = {
  list: route({
    operationId: "bomSlotList",
    method: "post",
    path: "/api/BomSlot/List",
    roles: rolesFor.reading,
    tags,
    summary: "List BoM slots with their candidates and properties",
    request: () => ({
      query: pageQuery(),
      body: body(BomSlotFilter(), { Product: "Pump", Version: "1.0" }),
    }),
    responses: () => ({
      200: okResponse(z.array(BomSlot()), "The matching slots, by id.", [slotExample]),
      ...problemsOfRead(),
    }),
  }),
  upsert: writeRoute({
    operationId: "bomSlotUpsert",
    method: "put",
    path: "/api/BomSlot/Upsert",
    roles: rolesFor.engineering,
    importStage: "structures",
    tags,
    summary: "Create or update a BoM slot, its candidates and its properties",
    request: () => ({ body: body(BomSlotUpsert(), creationExample) }),
    responses: () => ({
      200: okResponse(BomSlot(), "The created or updated slot.", slotExample),
      ...problemsOfWrite("in_use", ...candidateProblems),
    }),
  }),
  remove: writeRoute({
    operationId: "bomSlotDelete",
    method: "delete",
    path: "/api/BomSlot/Delete",
    roles: rolesFor.engineering,
    importStage: "structures",
    tags,
    summary: "Delete an unused BoM slot",
    request: () => ({ body: body(BomSlotDeletion(), { ID: 3 }) }),
    responses: () => ({
      200: okResponse(BomSlot(), "The deleted slot.", slotExample),
      ...problemsOfWrite("not_found", "stale_revision", "in_use"),
    }),
  }),
};

const candidateRoutes = {
  listCandidates: route({
    operationId: "bomSlotListCandidates",
    method: "post",
    path: "/api/BomSlot/ListCandidates",
    roles: rolesFor.reading,
    tags,
    summary: "List the candidates of BoM slots",
    request: () => ({ query: pageQuery(), body: body(BomSlotPartFilter(), { bomSlotID: 3 }) }),
    responses: () => ({
      200: okResponse(z.array(BomSlotCandidate()), "The candidates, by id.", [candidateExample]),
      ...problemsOfRead(),
    }),
  }),
  upsertCandidates: writeRoute({
    operationId: "bomSlotUpsertCandidates",
    method: "put",
    path: "/api/BomSlot/UpsertCandidates",
    roles: rolesFor.engineering,
    importStage: "structures",
    tags,
    summary: "Create or update candidates of a BoM slot",
    request: () => ({
      body: body(BomSlotCandidatesUpsert(), { bomSlotID: 3, candidates: [newCandidate] }),
    }),
    responses: () => ({
      200: okResponse(
        z.array(BomSlotCandidate()),
        "The candidates in the order of the request, then the former default candidate.",
        [candidateExample],
      ),
      ...problemsOfWrite(...candidateProblems),
    }),
  }),
  removeCandidate: writeRoute({
    operationId: "bomSlotDeleteCandidate",
    method: "delete",
    path: "/api/BomSlot/DeleteCandidate",
    roles: rolesFor.engineering,
    importStage: "structures",
    tags,
    summary: "Delete an unused candidate",
    request: () => ({ body: body(BomSlotDeletion(), { ID: 5 }) }),
    responses: () => ({
      200: okResponse(BomSlotCandidate(), "The deleted candidate.", candidateExample),
      ...problemsOfWrite("not_found", "stale_revision", "in_use"),
    }),
  }),
};

const propertyRoutes = {
  listProperties: route({
    operationId: "bomSlotListProperties",
    method: "post",
    path: "/api/BomSlot/ListProperties",
    roles: rolesFor.reading,
    tags,
    summary: "List the properties of BoM slots",
    request: () => ({ query: pageQuery(), body: body(BomSlotPartFilter(), { bomSlotID: 3 }) }),
    responses: () => ({
      200: okResponse(
        z.array(BomSlotProperty()),
        "The properties, in the order in which they were set.",
        [propertyExample],
      ),
      ...problemsOfRead(),
    }),
  }),
  upsertProperties: writeRoute({
    operationId: "bomSlotUpsertProperties",
    method: "put",
    path: "/api/BomSlot/UpsertProperties",
    roles: rolesFor.engineering,
    importStage: "structures",
    tags,
    summary: "Set property values of a BoM slot",
    request: () => ({
      body: body(BomSlotPropertiesUpsert(), {
        bomSlotID: 3,
        properties: [{ property: "Torque", value: "4 Nm" }],
      }),
    }),
    responses: () => ({
      200: okResponse(z.array(BomSlotProperty()), "The properties, in the order of the request.", [
        propertyExample,
      ]),
      ...problemsOfWrite(
        "not_found",
        "stale_revision",
        "details_contradict",
        "inactive",
        "too_many",
      ),
    }),
  }),
  clearProperty: writeRoute({
    operationId: "bomSlotClearProperty",
    method: "delete",
    path: "/api/BomSlot/ClearProperty",
    roles: rolesFor.engineering,
    importStage: "structures",
    tags,
    summary: "Clear a property of an unused BoM slot",
    request: () => ({
      body: body(BomSlotPropertyClearing(), { BomSlotId: 3, property: "Torque" }),
    }),
    responses: () => ({
      200: okResponse(BomSlotProperty(), "The cleared property.", propertyExample),
      ...problemsOfWrite("not_found", "stale_revision", "in_use"),
    }),
  }),
};

export const bomSlotRoutes = { ...slotRoutes, ...candidateRoutes, ...propertyRoutes };
